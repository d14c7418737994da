select onceover.install($1::boolean) as tenant
