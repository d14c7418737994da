-- The canonical encoding and the values derived from it. The same bytes are produced by backend/domain
-- (length_prefixed, reference); a test compares the two.
set local role onceover_owner;

-- Version byte, then for each field a four-byte big-endian length and the UTF-8 bytes; a null is ffffffff alone.
create function onceover.lp(p_version int, p_fields text[]) returns bytea
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
    encoded bytea := decode(lpad(to_hex(p_version), 2, '0'), 'hex');
    field text;
begin
    foreach field in array p_fields loop
        if field is null then
            encoded := encoded || '\xffffffff'::bytea;
        else
            encoded := encoded || int4send(octet_length(convert_to(field, 'UTF8'))) || convert_to(field, 'UTF8');
        end if;
    end loop;
    return encoded;
end
$$;

-- HMAC (RFC 2104) with SHA-256, block size 64 bytes.
create function onceover.hmac_sha256(p_key bytea, p_message bytea) returns bytea
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
    key bytea := case when length(p_key) > 64 then sha256(p_key) else p_key end;
    inner_pad bytea;
    outer_pad bytea;
begin
    key := key || decode(repeat('00', 64 - length(key)), 'hex');
    inner_pad := key;
    outer_pad := key;
    for position in 0 .. 63 loop
        inner_pad := set_byte(inner_pad, position, get_byte(key, position) # 54);
        outer_pad := set_byte(outer_pad, position, get_byte(key, position) # 92);
    end loop;
    return sha256(outer_pad || sha256(inner_pad || p_message));
end
$$;

-- JSON with keys in byte order and no blanks. Numbers must be integers: a fraction is refused by the intake before.
create function onceover.canonical_json(p_value jsonb) returns text
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
    encoded text := '';
    member record;
begin
    case jsonb_typeof(p_value)
    when 'object' then
        for member in select key, value from jsonb_each(p_value) order by key collate "C" loop
            encoded := encoded || case when encoded = '' then '' else ',' end
                || to_jsonb(member.key)::text || ':' || onceover.canonical_json(member.value);
        end loop;
        return '{' || encoded || '}';
    when 'array' then
        for member in select value from jsonb_array_elements(p_value) with ordinality as each(value, position) order by position loop
            encoded := encoded || case when encoded = '' then '' else ',' end || onceover.canonical_json(member.value);
        end loop;
        return '[' || encoded || ']';
    else
        return p_value::text;
    end case;
end
$$;

-- 15 Crockford base-32 digits of SHA-256 over (tenant, source, key) and a Luhn mod 32 check character.
create function onceover.reference_of(p_tenant uuid, p_source text, p_key text) returns text
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
    alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    digest bytea := sha256(onceover.lp(1, array[p_tenant::text, p_source, p_key]));
    digits text := '';
    value int;
    factor int := 2;
    total int := 0;
    addend int;
    bit_position int;
begin
    for digit in 0 .. 14 loop
        value := 0;
        for step in 0 .. 4 loop
            bit_position := digit * 5 + step;
            value := value * 2 + ((get_byte(digest, bit_position / 8) >> (7 - bit_position % 8)) & 1);
        end loop;
        digits := digits || substr(alphabet, value + 1, 1);
    end loop;
    for position in reverse 15 .. 1 loop
        addend := factor * (strpos(alphabet, substr(digits, position, 1)) - 1);
        total := total + addend / 32 + addend % 32;
        factor := case factor when 2 then 1 else 2 end;
    end loop;
    return digits || substr(alphabet, ((32 - total % 32) % 32) + 1, 1);
end
$$;

create function onceover.micros(p_at timestamptz) returns bigint
language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$ select (extract(epoch from p_at) * 1000000)::bigint $$;

-- The moment of a count of microseconds, in whole microseconds; moments before 1970 and after 9999 are cut to those.
create function onceover.at_micros(p_us bigint) returns timestamptz
language sql immutable strict parallel safe
set search_path = pg_catalog, pg_temp
as $$ select timestamptz '1970-01-01 00:00:00+00' + least(greatest(p_us, 0), 253370764800000000) * interval '1 microsecond' $$;

-- A payment id: UUID version 7 (RFC 9562), so that ids sort by the time of acceptance.
create function onceover.new_payment_id() returns uuid
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
    select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(r, 14, 19))::uuid
      from replace(gen_random_uuid()::text, '-', '') r
$$;

-- Every refusal of a function: MESSAGE is a stable code, DETAIL a sentence, and nothing has happened (SQLSTATE OO003).
create function onceover.refuse(p_code text, p_detail text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    raise exception using errcode = 'OO003', message = p_code, detail = p_detail;
end
$$;
