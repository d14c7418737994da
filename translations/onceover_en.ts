<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>CaseSummary</name>
    <message numerus="yes">
        <source>Sent %n time(s), last %1.</source>
        <translation>
            <numerusform>Sent once, %1.</numerusform>
            <numerusform>Sent %n times, last %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CaseTables</name>
    <message numerus="yes">
        <source>%n look(s) that say the same, %1 to %2</source>
        <translation>
            <numerusform>%n look that says the same, %1 to %2</numerusform>
            <numerusform>%n looks that say the same, %1 to %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConsequenceText</name>
    <message numerus="yes">
        <source>A new charge for certain: it is paid twice if an earlier attempt (%n in doubt) happened.</source>
        <translation>
            <numerusform>A new charge for certain: it is paid twice if an earlier attempt (%n in doubt) happened.</numerusform>
            <numerusform>A new charge for certain: it is paid twice if an earlier attempt (%n in doubt) happened.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n earlier attempt(s) may have moved the money.</source>
        <translation>
            <numerusform>%n earlier attempt may have moved the money.</numerusform>
            <numerusform>%n earlier attempts may have moved the money.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The sender of %n attempt(s) may still send.</source>
        <translation>
            <numerusform>The sender of %n attempt may still send.</numerusform>
            <numerusform>The sender of %n attempts may still send.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileTables</name>
    <message numerus="yes">
        <source>%n flagged</source>
        <translation>
            <numerusform>%n flagged</numerusform>
            <numerusform>%n flagged</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WitnessSentences</name>
    <message numerus="yes">
        <source>+%n more</source>
        <translation>
            <numerusform>+%n more</numerusform>
            <numerusform>+%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::CaseView</name>
    <message numerus="yes">
        <source>Show %n &amp;repeated look(s)</source>
        <translation>
            <numerusform>Show %n &amp;repeated look</numerusform>
            <numerusform>Show %n &amp;repeated looks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::CoreRunner</name>
    <message numerus="yes">
        <source>The core sends: %n call(s) under way.</source>
        <translation>
            <numerusform>The core sends: %n call under way.</numerusform>
            <numerusform>The core sends: %n calls under way.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::EnvironmentStrip</name>
    <message numerus="yes">
        <source>+%n currencies</source>
        <translation>
            <numerusform>+%n currency</numerusform>
            <numerusform>+%n currencies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n core(s) running</source>
        <translation>
            <numerusform>%n core running</numerusform>
            <numerusform>%n cores running</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paused</source>
        <translation>
            <numerusform>%n paused</numerusform>
            <numerusform>%n paused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n payment(s) in doubt, oldest %1 h:min</source>
        <translation>
            <numerusform>%n payment in doubt, oldest %1 h:min</numerusform>
            <numerusform>%n payments in doubt, oldest %1 h:min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n proposal(s) about cores</source>
        <translation>
            <numerusform>%n proposal about cores</numerusform>
            <numerusform>%n proposals about cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::ListPage</name>
    <message numerus="yes">
        <source>first %n</source>
        <translation>
            <numerusform>first %n</numerusform>
            <numerusform>first %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n payment(s)</source>
        <translation>
            <numerusform>%n payment</numerusform>
            <numerusform>%n payments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::PreviewSheet</name>
    <message numerus="yes">
        <source>understood: %n line(s)</source>
        <translation>
            <numerusform>understood: %n line</numerusform>
            <numerusform>understood: %n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
</TS>
