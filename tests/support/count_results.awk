# SPDX-License-Identifier: GPL-3.0-or-later
# Reads CTest's LastTest.log and then its printed lines; prints what ran, what failed, and what was skipped and why.
# A program that prints no Qt Test totals (a script, a crash) counts as one test.

function finish_program() {
    if (program == "") return
    if (!totals) unnamed[program] = 1
    program = ""
}

FNR == 1 { file++ }

file == 1 && /^[0-9]+\/[0-9]+ Test: / { finish_program(); program = $3; totals = 0 }
file == 1 && /^Totals: / {
    totals = 1
    passed += $2; failed += $4; skipped += $6
}
file == 1 && /^SKIP   : / {
    sub(/^SKIP   : /, "")
    reason[++reasons] = $0
}
file == 1 && /^(FAIL!  |XPASS  ): / {
    sub(/^(FAIL!  |XPASS  ): /, "")
    broken[++breaks] = $0
}

file == 2 && / Test +#[0-9]+: / {
    match($0, /#[0-9]+: [^ ]+/)
    name = substr($0, RSTART, RLENGTH)
    sub(/^#[0-9]+: /, "", name)
    programs++
    if ($0 ~ /\*\*\*Skipped/) {
        skipped_programs++
        if (name in unnamed) { skipped++; reason[++reasons] = name " as a whole" }
    } else if ($0 ~ /\*\*\*/) {
        failed_programs++
        what = $0
        sub(/^.*\*\*\*/, "", what)
        bad[++bads] = name ": " what
        if (name in unnamed) failed++
    } else if (name in unnamed) {
        passed++
    }
}

END {
    finish_program()
    print ""
    if (reasons) {
        print "Skipped, and why:"
        for (i = 1; i <= reasons; i++) print "  " reason[i]
    }
    if (note != "") print "Note: " note
    if (breaks || bads) {
        print "Failed:"
        for (i = 1; i <= bads; i++) print "  " bad[i]
        for (i = 1; i <= breaks; i++) print "    " broken[i]
    }
    printf "%d test programs: %d passed, %d failed, %d skipped\n", programs, programs - failed_programs - skipped_programs, failed_programs, skipped_programs
    printf "%d tests run: %d passed, %d failed; %d skipped\n", passed + failed, passed, failed, skipped
}
