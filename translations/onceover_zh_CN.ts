<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AnswerText</name>
    <message>
        <source>succeeded</source>
        <translation>成功</translation>
    </message>
    <message>
        <source>refused for good</source>
        <translation>最终拒绝</translation>
    </message>
    <message>
        <source>refused, may be tried again</source>
        <translation>拒绝，可再试</translation>
    </message>
    <message>
        <source>still processing</source>
        <translation>仍在处理</translation>
    </message>
    <message>
        <source>number already known</source>
        <translation>编号已存在</translation>
    </message>
    <message>
        <source>nothing was sent</source>
        <translation>未发出任何内容</translation>
    </message>
    <message>
        <source>nothing that counts</source>
        <translation>无可采信的应答</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>未按时应答</translation>
    </message>
    <message>
        <source>connection reset</source>
        <translation>连接被重置</translation>
    </message>
    <message>
        <source>connection closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>empty answer</source>
        <translation>空应答</translation>
    </message>
    <message>
        <source>answer cut short</source>
        <translation>应答不完整</translation>
    </message>
    <message>
        <source>answer not readable</source>
        <translation>应答无法解析</translation>
    </message>
    <message>
        <source>answer too large</source>
        <translation>应答过大</translation>
    </message>
    <message>
        <source>redirected</source>
        <translation>被重定向</translation>
    </message>
    <message>
        <source>answer names another amount</source>
        <translation>应答中的金额不符</translation>
    </message>
    <message>
        <source>answer names another currency</source>
        <translation>应答中的币种不符</translation>
    </message>
    <message>
        <source>answer names another reference</source>
        <translation>应答中的参考号不符</translation>
    </message>
    <message>
        <source>answer names another account</source>
        <translation>应答中的账户不符</translation>
    </message>
    <message>
        <source>could not connect</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>host name not found</source>
        <translation>找不到主机名</translation>
    </message>
    <message>
        <source>TLS failed</source>
        <translation>TLS 失败</translation>
    </message>
    <message>
        <source>provider cannot express it</source>
        <translation>渠道无法表达</translation>
    </message>
    <message>
        <source>found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>not in the list</source>
        <translation>不在列表中</translation>
    </message>
    <message>
        <source>the list changed while it was read</source>
        <translation>读取期间列表发生变化</translation>
    </message>
    <message>
        <source>provider cannot be asked</source>
        <translation>渠道不支持查询</translation>
    </message>
    <message>
        <source>listed</source>
        <translation>已列出</translation>
    </message>
    <message>
        <source>list too long</source>
        <translation>列表过长</translation>
    </message>
    <message>
        <source>profile row “%1”</source>
        <translation>渠道档案规则“%1”</translation>
    </message>
    <message>
        <source>refused, profile row “%1”</source>
        <translation>被拒，渠道档案规则“%1”</translation>
    </message>
    <message>
        <source>no such charge, profile row “%1”</source>
        <translation>无此扣款，渠道档案规则“%1”</translation>
    </message>
    <message>
        <source>HTTP %1, not in the profile</source>
        <translation>HTTP %1，渠道档案中未定义</translation>
    </message>
</context>
<context>
    <name>CaseCommands</name>
    <message>
        <source>Your login is not a reviewer&apos;s.</source>
        <translation>您的登录账号不是复核员。</translation>
    </message>
    <message>
        <source>A proposal is open: approve or withdraw it first.</source>
        <translation>已有待批准的提议：请先批准或撤回。</translation>
    </message>
    <message>
        <source>%1 has taken this case. Take it over first.</source>
        <translation>%1 已领取此案件，请先接手。</translation>
    </message>
    <message>
        <source>You proposed this: another person has to approve it.</source>
        <translation>这是您提出的，须由另一人批准。</translation>
    </message>
    <message>
        <source>Your login is not an approver&apos;s.</source>
        <translation>您的登录账号不是批准人。</translation>
    </message>
    <message>
        <source>A proposal is withdrawn by its proposer or turned down by an approver.</source>
        <translation>提议由提出人撤回，或由批准人驳回。</translation>
    </message>
    <message>
        <source>The machine is still finding out. Take the case to decide on it.</source>
        <translation>系统仍在查证。如要作出决定，请先领取此案件。</translation>
    </message>
</context>
<context>
    <name>CaseSummary</name>
    <message>
        <source>in from %1</source>
        <translation>收自 %1</translation>
    </message>
    <message>
        <source>out to %1</source>
        <translation>付给 %1</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>依据：%1</translation>
    </message>
    <message>
        <source>Not sent yet.</source>
        <translation>尚未发送。</translation>
    </message>
    <message numerus="yes">
        <source>Sent %n time(s), last %1.</source>
        <translation>
            <numerusform>已发送 %n 次，最近一次 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Key %1 protects until %2.</source>
        <translation>幂等键 %1 的保护有效至 %2。</translation>
    </message>
    <message>
        <source>Key %1 stopped protecting %2.</source>
        <translation>幂等键 %1 的保护已于 %2 失效。</translation>
    </message>
    <message>
        <source>This provider does not collapse repeated keys.</source>
        <translation>此渠道不合并重复幂等键。</translation>
    </message>
    <message>
        <source>Nothing is in doubt.</source>
        <translation>无存疑金额。</translation>
    </message>
    <message>
        <source>In doubt: %1</source>
        <translation>存疑：%1</translation>
    </message>
    <message>
        <source>Nobody has taken this case.</source>
        <translation>此案件尚无人领取。</translation>
    </message>
    <message>
        <source>Taken by you, %1</source>
        <translation>您已领取，%1</translation>
    </message>
    <message>
        <source>Taken by %1, %2</source>
        <translation>%1 已领取，%2</translation>
    </message>
    <message>
        <source>It failed: %1.</source>
        <translation>已失败：%1。</translation>
    </message>
    <message>
        <source>It succeeded, by %1.</source>
        <translation>已成功，依据：%1。</translation>
    </message>
    <message>
        <source>It waits for its core to send it.</source>
        <translation>等待核心发送。</translation>
    </message>
    <message>
        <source>Next look %1 (%2).</source>
        <translation>下次查证：%1（%2）。</translation>
    </message>
    <message>
        <source>New evidence is possible %1 (%2).</source>
        <translation>新证据最早出现于：%1（%2）。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Not in doubt, but contradicted</source>
        <translation>无存疑金额，但说法矛盾</translation>
    </message>
    <message>
        <source>a condition without a name</source>
        <translation>未命名的条件</translation>
    </message>
    <message>
        <source>Nothing: it is held back before sending. People release or cancel it.</source>
        <translation>无法自行了结：发送前已暂扣，须由人员放行或取消。</translation>
    </message>
    <message>
        <source>It is settled. Late evidence that disagrees opens it again.</source>
        <translation>已了结。若之后出现相反证据，将重新打开。</translation>
    </message>
    <message>
        <source>It is not in doubt: it has still to be sent and answered.</source>
        <translation>并无存疑：尚待发送和应答。</translation>
    </message>
    <message>
        <source>Nothing. Two accounts disagree, and no further look decides between them: people do. Every further send is frozen until then.</source>
        <translation>无法自行了结。两种说法不一，再查也无法裁定，须由人员决定。在此之前冻结一切后续发送。</translation>
    </message>
    <message>
        <source>Nothing: another amount is on record than was sent. People decide.</source>
        <translation>无法自行了结：记录的金额与发送的不同，须由人员决定。</translation>
    </message>
    <message>
        <source>Nothing: more than one record may be this payment. People decide which.</source>
        <translation>无法自行了结：可能对应此付款的记录不止一条，须由人员认定。</translation>
    </message>
    <message>
        <source>Only a charge or a bank line that shows it. This provider cannot prove that it did not happen; if nothing shows it, people decide.</source>
        <translation>只有显示它的扣款或银行明细才能了结。此渠道无法证明未发生；若始终没有显示，须由人员决定。</translation>
    </message>
</context>
<context>
    <name>CaseTables</name>
    <message>
        <source>no answer recorded</source>
        <translation>未记录应答</translation>
    </message>
    <message>
        <source> · HTTP %1</source>
        <translation> · HTTP %1</translation>
    </message>
    <message>
        <source> · %1 request bytes</source>
        <translation> · 请求 %1 字节</translation>
    </message>
    <message>
        <source>open: may still send</source>
        <translation>未关闭：仍可能发送</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Ground</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Provider key</source>
        <translation>渠道幂等键</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送时间</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>应答</translation>
    </message>
    <message>
        <source>Fate</source>
        <translation>结局</translation>
    </message>
    <message>
        <source>Sender</source>
        <translation>发送方</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>尚未发送</translation>
    </message>
    <message>
        <source>– missing</source>
        <translation>– 缺失</translation>
    </message>
    <message>
        <source>  ✓ equal</source>
        <translation>  ✓ 一致</translation>
    </message>
    <message>
        <source>  ≠ differs</source>
        <translation>  ≠ 不一致</translation>
    </message>
    <message>
        <source> by %1</source>
        <translation>，相差 %1</translation>
    </message>
    <message>
        <source>Linked: %1</source>
        <translation>已关联：%1</translation>
    </message>
    <message>
        <source>explains %1 payments</source>
        <translation>可解释 %1 笔付款</translation>
    </message>
    <message>
        <source>Candidate: %1</source>
        <translation>候选：%1</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>依据：%1</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考号</translation>
    </message>
    <message>
        <source>Payee&apos;s account</source>
        <translation>收款账户</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Booked, value date</source>
        <translation>入账日、起息日</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Shown by</source>
        <translation>出自</translation>
    </message>
    <message>
        <source>Stands as</source>
        <translation>关系</translation>
    </message>
    <message>
        <source>Competing</source>
        <translation>竞争</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>This payment</source>
        <translation>本笔付款</translation>
    </message>
    <message>
        <source>proves that it did not happen</source>
        <translation>证明未发生</translation>
    </message>
    <message>
        <source>cannot prove absence</source>
        <translation>不能证明不存在</translation>
    </message>
    <message>
        <source>decides nothing</source>
        <translation>不能说明任何问题</translation>
    </message>
    <message>
        <source>shows that it happened</source>
        <translation>显示已发生</translation>
    </message>
    <message>
        <source>shows no finished charge</source>
        <translation>未显示已完成的扣款</translation>
    </message>
    <message>
        <source>says that it happened</source>
        <translation>称已发生</translation>
    </message>
    <message>
        <source>nothing left us</source>
        <translation>未离开我方</translation>
    </message>
    <message>
        <source>says that it did not happen</source>
        <translation>称未发生</translation>
    </message>
    <message>
        <source>sent, outcome unknown</source>
        <translation>已发送，结果未知</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Could see until</source>
        <translation>可见范围截至</translation>
    </message>
    <message>
        <source>Says</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Therefore</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>entered by a person</source>
        <translation>人工录入</translation>
    </message>
    <message>
        <source>Recorded by %1</source>
        <translation>记录者：%1</translation>
    </message>
    <message>
        <source>This source does not say what it could have seen</source>
        <translation>此来源未说明其可见范围</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>After</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <translation>%1：%2 → %3</translation>
    </message>
    <message>
        <source>From</source>
        <translation>转出</translation>
    </message>
    <message>
        <source>To</source>
        <translation>转入</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>%1, approved by %2</source>
        <translation>%1，由 %2 批准</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>至 %1</translation>
    </message>
    <message>
        <source>one side: did not happen</source>
        <translation>一方称：未发生</translation>
    </message>
    <message>
        <source>Says that it did not happen; another source says that it did</source>
        <translation>称未发生；另一来源称已发生</translation>
    </message>
    <message>
        <source>other side: happened</source>
        <translation>另一方称：已发生</translation>
    </message>
    <message>
        <source>Says that it happened; another source says that it did not</source>
        <translation>称已发生；另一来源称未发生</translation>
    </message>
    <message numerus="yes">
        <source>%n look(s) that say the same, %1 to %2</source>
        <translation>
            <numerusform>%n 次查证结果相同，%1 至 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>changed nothing</source>
        <translation>未改变任何结论</translation>
    </message>
    <message>
        <source>Left to people</source>
        <translation>留待人员决定的原因</translation>
    </message>
</context>
<context>
    <name>ConditionText</name>
    <message>
        <source>Every attempt is closed: its sender can no longer send</source>
        <translation>每次尝试均已关闭：其发送方不能再发送</translation>
    </message>
    <message>
        <source>A source has the provider&apos;s own book, searchable by our key</source>
        <translation>有权威来源，可按我方幂等键查询渠道账簿</translation>
    </message>
    <message>
        <source>It was asked after the longest processing time and the visibility lag</source>
        <translation>查询时间晚于最长处理时间加可见延迟</translation>
    </message>
    <message>
        <source>Its answer covers every attempt</source>
        <translation>其应答覆盖每次尝试</translation>
    </message>
    <message>
        <source>No source shows a charge</source>
        <translation>没有来源显示扣款</translation>
    </message>
</context>
<context>
    <name>ConsequenceText</name>
    <message>
        <source>Confirm as paid: %1</source>
        <translation>确认已付：%1</translation>
    </message>
    <message>
        <source>Confirm paid</source>
        <translation>确认已付</translation>
    </message>
    <message>
        <source>The payment counts as succeeded, by people&apos;s decision.</source>
        <translation>付款记为成功，依据为人工决定。</translation>
    </message>
    <message>
        <source>Its source is told that it is paid.</source>
        <translation>来源系统将被告知已付款。</translation>
    </message>
    <message>
        <source>Nothing is sent. What happened at the provider is not changed by it.</source>
        <translation>不会发送任何请求，也不改变渠道处的事实。</translation>
    </message>
    <message>
        <source>Evidence that says otherwise later opens a contradiction; it is not overwritten.</source>
        <translation>此后若有相反证据，将开立矛盾，原记录不被覆盖。</translation>
    </message>
    <message>
        <source>If it was not paid after all: the payee misses %1 and nobody tries again.</source>
        <translation>若实际并未付款：收款人将少收 %1，且不会有人再试。</translation>
    </message>
    <message>
        <source>Reject as not paid: %1</source>
        <translation>驳回，记为未付：%1</translation>
    </message>
    <message>
        <source>Reject: not paid</source>
        <translation>驳回：未付</translation>
    </message>
    <message>
        <source>The payment counts as failed: decided, not proven.</source>
        <translation>付款记为失败：已决定、未证实。</translation>
    </message>
    <message>
        <source>Its source is told so, and may decide to pay in another way.</source>
        <translation>来源系统将被告知，并可能改用其他方式付款。</translation>
    </message>
    <message>
        <source>The provider is watched for another %1 all the same.</source>
        <translation>仍会继续关注该渠道 %1。</translation>
    </message>
    <message>
        <source>Nothing is sent and nothing is called back at the provider.</source>
        <translation>不会发送任何请求，也不会向渠道撤回任何款项。</translation>
    </message>
    <message>
        <source>The attempts stay possible in the ledger until evidence settles them.</source>
        <translation>各次尝试在账簿中仍为“可能发生”，直至有证据了结。</translation>
    </message>
    <message>
        <source>If it was paid after all: %1 is gone, and may be paid a second time in another way.</source>
        <translation>若实际已付款：%1 已付出，且可能以其他方式再付一次。</translation>
    </message>
    <message>
        <source>Propose to send once more: %1</source>
        <translation>提议再次发送：%1</translation>
    </message>
    <message>
        <source>Propose resend</source>
        <translation>提议重发</translation>
    </message>
    <message>
        <source>A second person has to approve. Then exactly one more request is sent.</source>
        <translation>须由第二人批准，之后恰好再发送一次请求。</translation>
    </message>
    <message>
        <source>Nothing is sent before the approval.</source>
        <translation>批准之前不会发送任何请求。</translation>
    </message>
    <message>
        <source>The payment is not sent again by the machine after that, whatever the answer is.</source>
        <translation>此后无论应答如何，系统都不会再自动发送。</translation>
    </message>
    <message>
        <source>If an earlier attempt moved the money: %1 is paid once more for nothing.</source>
        <translation>若先前的尝试已付款：将白白多付 %1。</translation>
    </message>
    <message>
        <source>%1, if the evidence of absence is wrong.</source>
        <translation>%1（若“不存在”的证据有误）。</translation>
    </message>
    <message>
        <source>Propose to release: %1</source>
        <translation>提议放行：%1</translation>
    </message>
    <message>
        <source>Propose release</source>
        <translation>提议放行</translation>
    </message>
    <message>
        <source>A second person has to approve. Then the payment is sent like any other.</source>
        <translation>须由第二人批准，之后按普通付款发送。</translation>
    </message>
    <message>
        <source>If it is a double: %1 is paid twice.</source>
        <translation>若确为重复：%1 将付两次。</translation>
    </message>
    <message>
        <source>Cancel before sending: %1</source>
        <translation>发送前取消：%1</translation>
    </message>
    <message>
        <source>Cancel payment</source>
        <translation>取消付款</translation>
    </message>
    <message>
        <source>The payment is not sent; it counts as failed: cancelled.</source>
        <translation>付款不会发送，记为失败：已取消。</translation>
    </message>
    <message>
        <source>The same request of the source is answered the same from now on.</source>
        <translation>来源系统此后的相同请求将得到相同答复。</translation>
    </message>
    <message>
        <source>Nothing is called back at the provider: nothing was sent under this permit.</source>
        <translation>不会向渠道撤回任何款项：此许可下未发送过。</translation>
    </message>
    <message>
        <source>If it was owed: the payee is not paid until the source asks anew.</source>
        <translation>若确为应付：在来源系统重新申请之前，收款人收不到款。</translation>
    </message>
    <message>
        <source>Withdraw the proposal “%1”</source>
        <translation>撤回提议“%1”</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>The proposal ends and stays on the record as withdrawn.</source>
        <translation>提议终止，并以“已撤回”留存记录。</translation>
    </message>
    <message>
        <source>No money moves. The case stays where it is.</source>
        <translation>不动用资金，案件保持原状。</translation>
    </message>
    <message>
        <source>Approve “%1”</source>
        <translation>批准“%1”</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>One more request is sent as soon as a core takes it.</source>
        <translation>核心领取后即再发送一次请求。</translation>
    </message>
    <message>
        <source>It cannot be taken back once a core has claimed it.</source>
        <translation>核心一旦领取，便无法收回。</translation>
    </message>
    <message>
        <source>The payment is sent as soon as a core takes it.</source>
        <translation>核心领取后即发送该付款。</translation>
    </message>
    <message>
        <source>Look at it again: %1</source>
        <translation>重新查看：%1</translation>
    </message>
    <message>
        <source>Take over: %1</source>
        <translation>接手：%1</translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>接手</translation>
    </message>
    <message>
        <source>The case is yours; nobody else decides on it meanwhile.</source>
        <translation>案件归您处理，期间他人不对其作出决定。</translation>
    </message>
    <message>
        <source>No money moves.</source>
        <translation>不动用资金。</translation>
    </message>
    <message>
        <source>Defer: %1</source>
        <translation>延后：%1</translation>
    </message>
    <message>
        <source>Defer</source>
        <translation>延后</translation>
    </message>
    <message>
        <source>The case leaves “Waiting on me” until the date, or until new evidence arrives.</source>
        <translation>在该日期之前，或新证据出现之前，案件不在“待我处理”中。</translation>
    </message>
    <message>
        <source>No money moves. The machine goes on looking.</source>
        <translation>不动用资金，系统继续查证。</translation>
    </message>
    <message>
        <source>Enquiry with the provider: %1</source>
        <translation>向渠道查询：%1</translation>
    </message>
    <message>
        <source>Record enquiry</source>
        <translation>记录查询</translation>
    </message>
    <message>
        <source>The record shows that the provider was asked, how and what.</source>
        <translation>记录将显示已询问渠道、询问方式及内容。</translation>
    </message>
    <message>
        <source>No money moves, and no message is sent by this program.</source>
        <translation>不动用资金，本程序也不会发送任何消息。</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>备注：%1</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>添加备注</translation>
    </message>
    <message>
        <source>The note stands on the record for everybody who opens the case.</source>
        <translation>备注将留存记录，供所有打开此案件的人查看。</translation>
    </message>
    <message>
        <source>This provider does not collapse repeated keys: a replay is a second charge.</source>
        <translation>此渠道不合并重复幂等键：重放即为第二次扣款。</translation>
    </message>
    <message>
        <source>A replay of the byte-equal request: the provider answers with the first charge if there was one. It protects until %1 (%2).</source>
        <translation>逐字节相同的请求重放：若已有首次扣款，渠道返回该笔扣款。保护有效至 %1（%2）。</translation>
    </message>
    <message>
        <source>The key&apos;s protection has ended: a replay may be a second charge.</source>
        <translation>幂等键保护已失效：重放可能造成第二次扣款。</translation>
    </message>
    <message numerus="yes">
        <source>A new charge for certain: it is paid twice if an earlier attempt (%n in doubt) happened.</source>
        <translation>
            <numerusform>必为一笔新扣款：若先前的尝试（%n 次存疑）已发生，则付款两次。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n earlier attempt(s) may have moved the money.</source>
        <translation>
            <numerusform>有 %n 次先前的尝试可能已付款。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The sender of %n attempt(s) may still send.</source>
        <translation>
            <numerusform>有 %n 次尝试的发送方仍可能发送。</numerusform>
        </translation>
    </message>
    <message>
        <source>Proposed by %1, %2. Reason: %3. “%4”</source>
        <translation>%1 于 %2 提出。原因：%3。“%4”</translation>
    </message>
    <message>
        <source>With the same key.</source>
        <translation>使用相同幂等键。</translation>
    </message>
    <message>
        <source>With a new key.</source>
        <translation>使用新幂等键。</translation>
    </message>
    <message>
        <source>If what it was held for is true: %1 is paid wrongly.</source>
        <translation>若其被暂扣的原因属实：%1 将付错。</translation>
    </message>
    <message>
        <source>Hold before sending: %1</source>
        <translation>发送前暂扣：%1</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>暂扣</translation>
    </message>
    <message>
        <source>The payment is not sent until two people release it, or one cancels it.</source>
        <translation>在两人放行或一人取消之前，不会发送这笔付款。</translation>
    </message>
    <message>
        <source>If it is due: the payee waits until it is released.</source>
        <translation>若确属应付：收款方须等到放行之后。</translation>
    </message>
    <message>
        <source>Not possible: the newest key was never sent, because its permit was taken back. Under it the provider would see another payment.</source>
        <translation>不可行：最新的幂等键从未发送，其许可已被收回。用它发送，渠道会视为另一笔付款。</translation>
    </message>
</context>
<context>
    <name>ConsoleOptions</name>
    <message>
        <source>Usage: onceover [OPTIONS] [onceover://payment/REFERENCE]

The review console for payments whose outcome is not known.

  --profile NAME      sign in by this connection profile
  --audit             read only: no engine, no connection that could write, no decisions
  --demo              a private database on this machine, with a provider that answers by script
  --as NAME           in the demo: as this person, by login or name (Li Wei unless said)
  --dir DIR           in the demo: where its database and files are kept
  --open REFERENCE    show this payment
  --lang LANGUAGE     en or zh_CN
  --theme THEME       light, dark or system
  --screenshots DIR   with --demo: draw the main views into DIR and end
  --help, --version   say so and end

There is no option for a password: everybody on the machine can read a command line.

Exit codes: 0 done, 64 the command line was not understood, 68 no display, 69 the database cannot be
reached or started, 73 a directory or file cannot be made, 74 a view could not be drawn, 78 no such
profile or person.
</source>
        <translation>用法：onceover [选项] [onceover://payment/参考号]

用于复核结果未知付款的控制台。

  --profile NAME      使用此连接配置登录
  --audit             只读：无引擎、无可写连接、无决定操作
  --demo              本机私有数据库，渠道按脚本应答
  --as NAME           演示中：以此人身份，填登录名或姓名（默认 Li Wei）
  --dir DIR           演示中：数据库与文件的存放目录
  --open REFERENCE    打开此付款
  --lang LANGUAGE     en 或 zh_CN
  --theme THEME       light、dark 或 system
  --screenshots DIR   与 --demo 同用：将主要界面绘制到 DIR 后退出
  --help, --version   显示后退出

没有输入密码的选项：本机上任何人都能看到命令行。

退出码：0 完成，64 命令行有误，68 无显示器，69 数据库无法连接或
启动，73 无法创建目录或文件，74 无法绘制界面，78 无此
配置或人员。
</translation>
    </message>
</context>
<context>
    <name>DecisionText</name>
    <message>
        <source>Confirm paid</source>
        <translation>确认已付</translation>
    </message>
    <message>
        <source>Reject: not paid</source>
        <translation>驳回：未付</translation>
    </message>
    <message>
        <source>Resend</source>
        <translation>重发</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>放行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Provider profile</source>
        <translation>渠道档案</translation>
    </message>
    <message>
        <source>The provider confirms the charge</source>
        <translation>渠道确认已扣款</translation>
    </message>
    <message>
        <source>A statement shows it</source>
        <translation>对账单已显示</translation>
    </message>
    <message>
        <source>The payee confirms it</source>
        <translation>收款人确认已收</translation>
    </message>
    <message>
        <source>The provider says there is no such charge</source>
        <translation>渠道表示无此扣款</translation>
    </message>
    <message>
        <source>No statement shows it</source>
        <translation>对账单均未显示</translation>
    </message>
    <message>
        <source>The payee says it was not paid</source>
        <translation>收款人表示未收到</translation>
    </message>
    <message>
        <source>It was paid in another way</source>
        <translation>已用其他方式付款</translation>
    </message>
    <message>
        <source>The risk of paying twice is accepted</source>
        <translation>接受重复付款的风险</translation>
    </message>
    <message>
        <source>It is not a double</source>
        <translation>并非重复</translation>
    </message>
    <message>
        <source>It is a double</source>
        <translation>确为重复</translation>
    </message>
    <message>
        <source>It is no longer owed</source>
        <translation>已不再应付</translation>
    </message>
    <message>
        <source>Its details are wrong</source>
        <translation>信息有误</translation>
    </message>
    <message>
        <source>I am working on it</source>
        <translation>我在处理</translation>
    </message>
    <message>
        <source>I take it over</source>
        <translation>由我接手</translation>
    </message>
    <message>
        <source>It has to be looked at again</source>
        <translation>需要重新查看</translation>
    </message>
    <message>
        <source>Waiting for the provider</source>
        <translation>等待渠道</translation>
    </message>
    <message>
        <source>Waiting for the payee</source>
        <translation>等待收款人</translation>
    </message>
    <message>
        <source>Waiting for a statement</source>
        <translation>等待对账单</translation>
    </message>
    <message>
        <source>Another reason, in the note</source>
        <translation>其他原因，见备注</translation>
    </message>
    <message>
        <source>waiting for a second person</source>
        <translation>等待第二人</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>已生效</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>已撤回</translation>
    </message>
    <message>
        <source>void: new evidence</source>
        <translation>作废：有新证据</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Deferred</source>
        <translation>已延后</translation>
    </message>
    <message>
        <source>Enquiry</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>已领取</translation>
    </message>
    <message>
        <source>viewer</source>
        <translation>查看者</translation>
    </message>
    <message>
        <source>reviewer</source>
        <translation>复核员</translation>
    </message>
    <message>
        <source>approver</source>
        <translation>批准人</translation>
    </message>
    <message>
        <source>auditor</source>
        <translation>审计员</translation>
    </message>
    <message>
        <source>officer</source>
        <translation>管理员</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>暂扣</translation>
    </message>
    <message>
        <source>It has to be checked first</source>
        <translation>须先核对</translation>
    </message>
    <message>
        <source>Its details are in doubt</source>
        <translation>其明细存疑</translation>
    </message>
    <message>
        <source>Admit a core</source>
        <translation>准许核心</translation>
    </message>
    <message>
        <source>Excuse a missing core</source>
        <translation>豁免缺席的核心</translation>
    </message>
    <message>
        <source>Close a lost journal</source>
        <translation>关闭丢失的日志</translation>
    </message>
    <message>
        <source>It is a new core</source>
        <translation>这是新的核心</translation>
    </message>
    <message>
        <source>It replaces another core</source>
        <translation>它取代另一个核心</translation>
    </message>
    <message>
        <source>Its host is down</source>
        <translation>其主机已停机</translation>
    </message>
    <message>
        <source>Its host is needed elsewhere</source>
        <translation>其主机另有用途</translation>
    </message>
    <message>
        <source>Its journal is lost</source>
        <translation>其日志已丢失</translation>
    </message>
    <message>
        <source>Its host is lost</source>
        <translation>其主机已丢失</translation>
    </message>
    <message>
        <source>It is no longer used</source>
        <translation>已不再使用</translation>
    </message>
    <message>
        <source>Rules of matching</source>
        <translation>匹配规则</translation>
    </message>
    <message>
        <source>Accept a file</source>
        <translation>接受文件</translation>
    </message>
    <message>
        <source>Fetched from the bank&apos;s portal</source>
        <translation>从银行网站下载</translation>
    </message>
    <message>
        <source>Sent by the bank</source>
        <translation>由银行发来</translation>
    </message>
    <message>
        <source>Its own channel failed</source>
        <translation>原有渠道出了故障</translation>
    </message>
</context>
<context>
    <name>DemoText</name>
    <message>
        <source>payments were accepted from a file</source>
        <translation>已从文件受理付款</translation>
    </message>
    <message>
        <source>the same file came again; nothing is new</source>
        <translation>同一文件再次提交，没有新增</translation>
    </message>
    <message>
        <source>an earlier run was interrupted; it goes on</source>
        <translation>此前的运行曾中断，现继续</translation>
    </message>
    <message>
        <source>every payment was sent once; some answers are lost</source>
        <translation>每笔付款已发送一次，部分应答丢失</translation>
    </message>
    <message>
        <source>the provider was asked about lost answers</source>
        <translation>已向渠道查询丢失的应答</translation>
    </message>
    <message>
        <source>proven absences and retryable refusals went again</source>
        <translation>已证明不存在及可重试的拒绝已再次发送</translation>
    </message>
    <message>
        <source>bank statements were imported</source>
        <translation>已导入银行对账单</translation>
    </message>
    <message>
        <source>a contradiction was put on record</source>
        <translation>已记录一处矛盾</translation>
    </message>
    <message>
        <source>a duplicate charge was found</source>
        <translation>发现一笔重复扣款</translation>
    </message>
    <message>
        <source>a case was taken and a resend proposed</source>
        <translation>已领取一个案件并提议重发</translation>
    </message>
    <message>
        <source>its proposer could not approve it alone</source>
        <translation>提出人不能独自批准</translation>
    </message>
    <message>
        <source>another person approved the resend</source>
        <translation>另一人已批准重发</translation>
    </message>
    <message>
        <source>a second proposal waits for an approver</source>
        <translation>第二个提议等待批准人</translation>
    </message>
    <message>
        <source>Joining the demo that another window runs</source>
        <translation>正在加入另一窗口运行的演示</translation>
    </message>
    <message>
        <source>Database, people and provider</source>
        <translation>数据库、人员与渠道</translation>
    </message>
    <message>
        <source>Opening the window</source>
        <translation>正在打开窗口</translation>
    </message>
    <message>
        <source>PostgreSQL&apos;s server programs are not installed. Install the package postgresql and try again.</source>
        <translation>未安装 PostgreSQL 服务器程序。请安装软件包 postgresql 后重试。</translation>
    </message>
    <message>
        <source>The private database could not be made or started. Nothing was sent.</source>
        <translation>无法创建或启动私有数据库。未发送任何内容。</translation>
    </message>
    <message>
        <source>The demo&apos;s provider could not be started. Nothing was sent.</source>
        <translation>无法启动演示渠道。未发送任何内容。</translation>
    </message>
    <message>
        <source>There is no running demo to audit here. Start onceover --demo first; the audit starts nothing.</source>
        <translation>此处没有正在运行的演示可供审计。请先启动 onceover --demo；审计不会启动任何程序。</translation>
    </message>
    <message>
        <source>The demo could not be opened. Nothing was sent.</source>
        <translation>无法打开演示。未发送任何内容。</translation>
    </message>
    <message>
        <source>The demo in this directory was made by another version of this program, and this one does not touch it. It can be put aside under another name and a new demo begun; nothing of it is deleted, and no real money was ever in it.</source>
        <translation>此目录中的演示由本程序的另一版本创建，当前版本不会改动它。可将其改名另存，再开始新的演示；不会删除其中任何内容，其中也从未涉及真实资金。</translation>
    </message>
    <message>
        <source>Another program still works on this demo, so it was not put aside. End it, then try again.</source>
        <translation>另有程序仍在使用此演示，因此未将其另存。请先结束该程序，再重试。</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>Read the case again and decide on what it shows now.</source>
        <translation>请重新阅读案件，并依其当前内容作出决定。</translation>
    </message>
    <message>
        <source>The database is fenced: nothing is accepted, sent or decided.</source>
        <translation>数据库已隔离：不受理、不发送、不作决定。</translation>
    </message>
    <message>
        <source>The database was restarted: nothing moves until every core has found its journal in it.</source>
        <translation>数据库已重新启动：在每个核心都在其中找到自己的日志之前，一切停止。</translation>
    </message>
    <message>
        <source>Start the cores that are missing, or two people excuse them by name.</source>
        <translation>请启动缺席的核心，或由两人指名豁免。</translation>
    </message>
    <message>
        <source>This server is a standby; nothing moves on it.</source>
        <translation>此服务器为备库，其上不动用任何内容。</translation>
    </message>
    <message>
        <source>Connect to the primary.</source>
        <translation>请连接主库。</translation>
    </message>
    <message>
        <source>This is not the server the database was armed on: a failover, a restore or a copy.</source>
        <translation>这不是当初启用的服务器：可能是故障切换、恢复或副本。</translation>
    </message>
    <message>
        <source>The server runs with settings under which a commit proves nothing.</source>
        <translation>服务器的设置使提交无法作数。</translation>
    </message>
    <message>
        <source>Tell whoever runs the database: fsync and full_page_writes have to be on.</source>
        <translation>请告知数据库管理方：fsync 与 full_page_writes 必须开启。</translation>
    </message>
    <message>
        <source>This login does not belong to a person who may act here.</source>
        <translation>此登录账号不属于可在此操作的人员。</translation>
    </message>
    <message>
        <source>Ask an officer to enrol you.</source>
        <translation>请联系管理员登记。</translation>
    </message>
    <message>
        <source>New facts arrived after you read the case.</source>
        <translation>您阅读案件之后又有新事实。</translation>
    </message>
    <message>
        <source>The facts on your screen are not the facts on record.</source>
        <translation>您屏幕上的事实与记录不一致。</translation>
    </message>
    <message>
        <source>You proposed this yourself, under this login or another.</source>
        <translation>这是您本人提出的（以此账号或其他账号）。</translation>
    </message>
    <message>
        <source>Another person has to approve it.</source>
        <translation>须由另一人批准。</translation>
    </message>
    <message>
        <source>Your login has no right to this command.</source>
        <translation>您的登录账号无权执行此命令。</translation>
    </message>
    <message>
        <source>Ask an officer which role it needs.</source>
        <translation>请向管理员了解所需角色。</translation>
    </message>
    <message>
        <source>An officer enrols people and does not approve decisions.</source>
        <translation>管理员负责登记人员，不批准决定。</translation>
    </message>
    <message>
        <source>Somebody who is an approver has to do it.</source>
        <translation>须由批准人执行。</translation>
    </message>
    <message>
        <source>You entered or uploaded evidence of this case.</source>
        <translation>本案件的证据由您录入或上传。</translation>
    </message>
    <message>
        <source>A person who did not has to approve it.</source>
        <translation>须由未参与者批准。</translation>
    </message>
    <message>
        <source>A proposal is withdrawn by its proposer or turned down by an approver.</source>
        <translation>提议由提出人撤回，或由批准人驳回。</translation>
    </message>
    <message>
        <source>Speak with one of them.</source>
        <translation>请与其中一位沟通。</translation>
    </message>
    <message>
        <source>Another proposal on this payment is open.</source>
        <translation>此付款另有待批准的提议。</translation>
    </message>
    <message>
        <source>Approve or withdraw it first.</source>
        <translation>请先批准或撤回。</translation>
    </message>
    <message>
        <source>This proposal is over.</source>
        <translation>此提议已结束。</translation>
    </message>
    <message>
        <source>Nobody approved this proposal in time.</source>
        <translation>无人及时批准此提议。</translation>
    </message>
    <message>
        <source>Propose again on the facts of today.</source>
        <translation>请依当前事实重新提议。</translation>
    </message>
    <message>
        <source>There is no such proposal.</source>
        <translation>无此提议。</translation>
    </message>
    <message>
        <source>The payment&apos;s state does not allow this decision any more.</source>
        <translation>付款当前状态已不允许此决定。</translation>
    </message>
    <message>
        <source>There is no such decision.</source>
        <translation>无此决定。</translation>
    </message>
    <message>
        <source>This command was already given with another content.</source>
        <translation>此命令已以其他内容提交过。</translation>
    </message>
    <message>
        <source>The command never arrived and was declared void; it cannot arrive later.</source>
        <translation>命令未曾到达且已宣告作废，不会再到达。</translation>
    </message>
    <message>
        <source>Give it again on what the case shows now.</source>
        <translation>请依案件当前内容重新提交。</translation>
    </message>
    <message>
        <source>Another person has taken this case.</source>
        <translation>另一人已领取此案件。</translation>
    </message>
    <message>
        <source>Speak with them, or take it over with a reason.</source>
        <translation>请与其沟通，或说明原因后接手。</translation>
    </message>
    <message>
        <source>This case is not taken by you.</source>
        <translation>此案件不是您领取的。</translation>
    </message>
    <message>
        <source>The payment is settled: it is no case any more.</source>
        <translation>付款已了结，不再是案件。</translation>
    </message>
    <message>
        <source>A case is deferred to a date to come, within 400 days.</source>
        <translation>案件只能延后至 400 天内的未来日期。</translation>
    </message>
    <message>
        <source>Choose another date.</source>
        <translation>请选择其他日期。</translation>
    </message>
    <message>
        <source>A contradiction is on record; it freezes every further send.</source>
        <translation>记录上有矛盾，一切再次发送均被冻结。</translation>
    </message>
    <message>
        <source>Settle the contradiction first.</source>
        <translation>请先了结矛盾。</translation>
    </message>
    <message>
        <source>A charge of this payment is on record; a resend would pay again.</source>
        <translation>记录上已有此付款的扣款，重发将再付一次。</translation>
    </message>
    <message>
        <source>Confirm the payment instead, or reject the record with the provider.</source>
        <translation>请改为确认付款，或与渠道核实并否定该记录。</translation>
    </message>
    <message>
        <source>A part of the amount is on record; a resend would pay the whole again.</source>
        <translation>记录上已有部分金额，重发将再付全额。</translation>
    </message>
    <message>
        <source>Settle the part with the provider first.</source>
        <translation>请先与渠道了结该部分。</translation>
    </message>
    <message>
        <source>The payment was to be sent before a time that has passed.</source>
        <translation>付款的最晚发送时间已过。</translation>
    </message>
    <message>
        <source>Reject it, and let the source ask again if it is still owed.</source>
        <translation>请驳回；若仍应付，由来源系统重新申请。</translation>
    </message>
    <message>
        <source>The sender of an earlier attempt may still send.</source>
        <translation>先前尝试的发送方仍可能发送。</translation>
    </message>
    <message>
        <source>Wait until it is closed, or close it with the resend.</source>
        <translation>请等待其关闭，或在重发时一并关闭。</translation>
    </message>
    <message>
        <source>No profile of this provider is in force.</source>
        <translation>此渠道没有生效的档案。</translation>
    </message>
    <message>
        <source>Two people have to put one in force first.</source>
        <translation>须先由两人使档案生效。</translation>
    </message>
    <message>
        <source>The reason does not belong to this command.</source>
        <translation>该原因不属于此命令。</translation>
    </message>
    <message>
        <source>Choose another reason.</source>
        <translation>请选择其他原因。</translation>
    </message>
    <message>
        <source>The command needs a note in words.</source>
        <translation>此命令须填写备注。</translation>
    </message>
    <message>
        <source>Write one: it stands on the record for whoever looks later.</source>
        <translation>请填写：它将留存记录供日后查阅。</translation>
    </message>
    <message>
        <source>The note is longer than 4,096 characters.</source>
        <translation>备注超过 4,096 个字符。</translation>
    </message>
    <message>
        <source>Shorten it.</source>
        <translation>请缩短。</translation>
    </message>
    <message>
        <source>The database cannot be reached.</source>
        <translation>无法连接数据库。</translation>
    </message>
    <message>
        <source>Nothing is kept for later: give the command again when the connection is back.</source>
        <translation>命令不会留待以后：连接恢复后请重新提交。</translation>
    </message>
    <message>
        <source>A command of yours is still on its way.</source>
        <translation>您的一个命令仍在途中。</translation>
    </message>
    <message>
        <source>Wait for its answer.</source>
        <translation>请等待其结果。</translation>
    </message>
    <message>
        <source>Nothing was done and no money moved.</source>
        <translation>未执行任何操作，资金未动。</translation>
    </message>
    <message>
        <source>It may have taken effect.</source>
        <translation>可能已生效。</translation>
    </message>
    <message>
        <source>Do not repeat it: the record is being read to see.</source>
        <translation>请勿重复：正在读取记录以确认。</translation>
    </message>
    <message>
        <source>Reading moves no money; the core goes on by itself.</source>
        <translation>读取不动用资金，核心照常自行运行。</translation>
    </message>
    <message>
        <source>The server refused this login or its password.</source>
        <translation>服务器拒绝了此登录账号或其密码。</translation>
    </message>
    <message>
        <source>Sign in again.</source>
        <translation>请重新登录。</translation>
    </message>
    <message>
        <source>This login may not read here.</source>
        <translation>此登录账号无权在此读取。</translation>
    </message>
    <message>
        <source>The server took too long to answer.</source>
        <translation>服务器应答时间过长。</translation>
    </message>
    <message>
        <source>Narrow the filter.</source>
        <translation>请缩小筛选范围。</translation>
    </message>
    <message>
        <source>The console goes on trying.</source>
        <translation>控制台会继续尝试。</translation>
    </message>
    <message>
        <source>This version cannot arm it again. All that is on record stays readable; ask whoever runs the database whether another server holds the same data unfenced.</source>
        <translation>此版本无法将其重新启用。所有记录仍可读取；请询问数据库负责人，是否另有一台未隔离的服务器存有同样的数据。</translation>
    </message>
    <message>
        <source>Whoever proposed this was disabled since.</source>
        <translation>提出此事的人之后已被停用。</translation>
    </message>
    <message>
        <source>Somebody else has to propose it again.</source>
        <translation>须由另一人重新提出。</translation>
    </message>
    <message>
        <source>This core was heard of within the last five minutes; its journal can still speak.</source>
        <translation>最近五分钟内仍有此核心的消息；其日志仍可作证。</translation>
    </message>
    <message>
        <source>Stop it first, or let it finish its check.</source>
        <translation>请先停止它，或让它完成核对。</translation>
    </message>
    <message>
        <source>This core is new to the database and claims nothing yet.</source>
        <translation>此核心对该数据库而言是新的，尚不领取任何付款。</translation>
    </message>
    <message>
        <source>Two people admit it.</source>
        <translation>须由两人准入。</translation>
    </message>
    <message>
        <source>This core was retired by two people; it claims nothing any more.</source>
        <translation>此核心已由两人停用，不再领取任何付款。</translation>
    </message>
    <message>
        <source>A core on this machine starts under a new id with a new journal.</source>
        <translation>此机器上的核心须以新编号和新日志启动。</translation>
    </message>
    <message>
        <source>This core was admitted or retired before.</source>
        <translation>此核心先前已准入或停用。</translation>
    </message>
    <message>
        <source>Nobody waits for this core.</source>
        <translation>没有人在等待此核心。</translation>
    </message>
    <message>
        <source>The server was restarted since this was proposed.</source>
        <translation>提出之后服务器已重新启动。</translation>
    </message>
    <message>
        <source>Propose it again for this start of the server.</source>
        <translation>请针对服务器的本次启动重新提出。</translation>
    </message>
    <message>
        <source>The core&apos;s journal is shorter than it was: it was restored from a copy.</source>
        <translation>核心的日志比先前短：它是从副本恢复的。</translation>
    </message>
    <message>
        <source>The core starts under a new id; two people close what the old one left open.</source>
        <translation>核心以新编号启动；旧核心未了结的由两人关闭。</translation>
    </message>
    <message>
        <source>The newest key of this payment was never sent: the permit for it was taken back.</source>
        <translation>此付款最新的幂等键从未发送：其许可已被收回。</translation>
    </message>
    <message>
        <source>Resend with a new key, if two people find that the money is still owed.</source>
        <translation>若两人认定款项仍应支付，请使用新幂等键重发。</translation>
    </message>
    <message>
        <source>The rules of matching cannot be used.</source>
        <translation>匹配规则无法使用。</translation>
    </message>
    <message>
        <source>No core has tested these rules against past cases yet.</source>
        <translation>尚无核心用既往案例检验这些规则。</translation>
    </message>
    <message>
        <source>These rules would have confirmed past cases wrongly.</source>
        <translation>这些规则会错误确认既往案例。</translation>
    </message>
    <message>
        <source>Mend the file and propose it again.</source>
        <translation>请修正文件后重新提议。</translation>
    </message>
    <message>
        <source>Wait for a core&apos;s next round, then approve.</source>
        <translation>请等待核心的下一轮，然后再批准。</translation>
    </message>
    <message>
        <source>Withdraw the proposal; narrow the rules.</source>
        <translation>请撤回提议并收紧规则。</translation>
    </message>
</context>
<context>
    <name>EventBodyText</name>
    <message>
        <source>from</source>
        <translation>原状态</translation>
    </message>
    <message>
        <source>to</source>
        <translation>新状态</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>应答</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>detail</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>counts as</source>
        <translation>作为</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>on the ground of</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>ground</source>
        <translation>发送理由</translation>
    </message>
    <message>
        <source>why</source>
        <translation>缘由</translation>
    </message>
    <message>
        <source>until</source>
        <translation>截至</translation>
    </message>
    <message>
        <source>people needed</source>
        <translation>所需人数</translation>
    </message>
    <message>
        <source>refund due</source>
        <translation>应退款</translation>
    </message>
    <message>
        <source>unexplained</source>
        <translation>未解释</translation>
    </message>
    <message>
        <source>counts</source>
        <translation>计入</translation>
    </message>
    <message>
        <source>proves absence</source>
        <translation>可证明不存在</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>参考号</translation>
    </message>
    <message>
        <source>direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>provider</source>
        <translation>渠道</translation>
    </message>
    <message>
        <source>key at the provider</source>
        <translation>渠道处的幂等键</translation>
    </message>
    <message>
        <source>their id</source>
        <translation>对方编号</translation>
    </message>
    <message>
        <source>key generation</source>
        <translation>幂等键代次</translation>
    </message>
    <message>
        <source>permit</source>
        <translation>许可序号</translation>
    </message>
    <message>
        <source>same key as before</source>
        <translation>沿用原幂等键</translation>
    </message>
    <message>
        <source>HTTP status</source>
        <translation>HTTP 状态码</translation>
    </message>
    <message>
        <source>bytes sent</source>
        <translation>已发送字节</translation>
    </message>
    <message>
        <source>request was stored</source>
        <translation>请求已存储</translation>
    </message>
    <message>
        <source>call had begun</source>
        <translation>调用已开始</translation>
    </message>
    <message>
        <source>same boot of the machine</source>
        <translation>机器未重启</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>login</source>
        <translation>登录名</translation>
    </message>
    <message>
        <source>machine login for</source>
        <translation>机器登录用途</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>program version</source>
        <translation>程序版本</translation>
    </message>
    <message>
        <source>version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>时期</translation>
    </message>
    <message>
        <source>cores that found their journal</source>
        <translation>已找到日志的核心</translation>
    </message>
    <message>
        <source>cores excused</source>
        <translation>已豁免的核心</translation>
    </message>
    <message>
        <source>records in the journal</source>
        <translation>日志记录数</translation>
    </message>
    <message>
        <source>attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>server started</source>
        <translation>服务器启动于</translation>
    </message>
    <message>
        <source>demonstration</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>digest</source>
        <translation>摘要值</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>SHA-256 of the content</source>
        <translation>内容的 SHA-256</translation>
    </message>
    <message>
        <source>SHA-256 of the answer</source>
        <translation>应答的 SHA-256</translation>
    </message>
    <message>
        <source>held by a person</source>
        <translation>由人暂扣</translation>
    </message>
    <message>
        <source>suspected double</source>
        <translation>疑似重复</translation>
    </message>
    <message>
        <source>opened again by new evidence</source>
        <translation>因新证据重新打开</translation>
    </message>
    <message>
        <source>new database</source>
        <translation>新数据库</translation>
    </message>
    <message>
        <source>approved by a second person</source>
        <translation>经第二人批准</translation>
    </message>
    <message>
        <source>one person suffices</source>
        <translation>一人即可</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>EventText</name>
    <message>
        <source>Payment accepted</source>
        <translation>付款已受理</translation>
    </message>
    <message>
        <source>Held back</source>
        <translation>暂扣</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>已放行</translation>
    </message>
    <message>
        <source>Refused: the provider cannot express it</source>
        <translation>被拒：渠道无法表达</translation>
    </message>
    <message>
        <source>Found after a restore</source>
        <translation>恢复后发现</translation>
    </message>
    <message>
        <source>Send permitted</source>
        <translation>准予发送</translation>
    </message>
    <message>
        <source>Permit revoked</source>
        <translation>许可已撤销</translation>
    </message>
    <message>
        <source>Claimed for sending</source>
        <translation>已领取待发送</translation>
    </message>
    <message>
        <source>Request stored</source>
        <translation>请求已存储</translation>
    </message>
    <message>
        <source>Answer recorded</source>
        <translation>应答已记录</translation>
    </message>
    <message>
        <source>Attempt abandoned</source>
        <translation>尝试已放弃</translation>
    </message>
    <message>
        <source>Attempt closed by people</source>
        <translation>尝试由人员关闭</translation>
    </message>
    <message>
        <source>Sender went silent</source>
        <translation>发送方失去响应</translation>
    </message>
    <message>
        <source>State changed</source>
        <translation>状态变更</translation>
    </message>
    <message>
        <source>Attempt in doubt</source>
        <translation>尝试存疑</translation>
    </message>
    <message>
        <source>Attempt decided, not proven</source>
        <translation>尝试已决定、未证实</translation>
    </message>
    <message>
        <source>Money moved</source>
        <translation>资金已动</translation>
    </message>
    <message>
        <source>Money moved again</source>
        <translation>资金再次动用</translation>
    </message>
    <message>
        <source>No money moved</source>
        <translation>资金未动</translation>
    </message>
    <message>
        <source>Duplicate charge found</source>
        <translation>发现重复扣款</translation>
    </message>
    <message>
        <source>Evidence recorded</source>
        <translation>证据已记录</translation>
    </message>
    <message>
        <source>Record linked</source>
        <translation>记录已关联</translation>
    </message>
    <message>
        <source>Candidate found</source>
        <translation>发现候选</translation>
    </message>
    <message>
        <source>Contradiction opened</source>
        <translation>开立矛盾</translation>
    </message>
    <message>
        <source>Next look scheduled</source>
        <translation>已安排下次查证</translation>
    </message>
    <message>
        <source>Finality raised</source>
        <translation>终局性提高</translation>
    </message>
    <message>
        <source>Case taken</source>
        <translation>案件已领取</translation>
    </message>
    <message>
        <source>Case given back</source>
        <translation>案件已归还</translation>
    </message>
    <message>
        <source>Case deferred</source>
        <translation>案件已延后</translation>
    </message>
    <message>
        <source>Provider enquired</source>
        <translation>已询问渠道</translation>
    </message>
    <message>
        <source>Note added</source>
        <translation>已添加备注</translation>
    </message>
    <message>
        <source>Decision proposed</source>
        <translation>已提出决定</translation>
    </message>
    <message>
        <source>Decision approved</source>
        <translation>决定已批准</translation>
    </message>
    <message>
        <source>Decision withdrawn</source>
        <translation>决定已撤回</translation>
    </message>
    <message>
        <source>Proposal void: new evidence</source>
        <translation>提议作废：有新证据</translation>
    </message>
    <message>
        <source>Decision in force</source>
        <translation>决定已生效</translation>
    </message>
    <message>
        <source>Provider profile in force</source>
        <translation>渠道档案已生效</translation>
    </message>
    <message>
        <source>Person enrolled</source>
        <translation>人员已登记</translation>
    </message>
    <message>
        <source>Login enrolled</source>
        <translation>登录账号已登记</translation>
    </message>
    <message>
        <source>Core registered</source>
        <translation>核心已注册</translation>
    </message>
    <message>
        <source>Core admitted</source>
        <translation>核心已获准</translation>
    </message>
    <message>
        <source>Core retired</source>
        <translation>核心已退役</translation>
    </message>
    <message>
        <source>Missing core excused</source>
        <translation>缺席的核心已获豁免</translation>
    </message>
    <message>
        <source>Core found its journal</source>
        <translation>核心已找到其日志</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>已安装</translation>
    </message>
    <message>
        <source>Database armed</source>
        <translation>数据库已启用</translation>
    </message>
    <message>
        <source>Database being checked</source>
        <translation>数据库正在核对</translation>
    </message>
    <message>
        <source>Database fenced</source>
        <translation>数据库已隔离</translation>
    </message>
    <message>
        <source>File stored</source>
        <translation>文件已存储</translation>
    </message>
    <message>
        <source>Core paused</source>
        <translation>核心已暂停</translation>
    </message>
    <message>
        <source>Core resumed</source>
        <translation>核心已恢复</translation>
    </message>
    <message>
        <source>person</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>core</source>
        <translation>核心</translation>
    </message>
    <message>
        <source>intake</source>
        <translation>受理</translation>
    </message>
    <message>
        <source>file ingest</source>
        <translation>文件导入</translation>
    </message>
    <message>
        <source>installer</source>
        <translation>安装程序</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Payment</source>
        <translation>付款</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>档案</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>核心</translation>
    </message>
    <message>
        <source>Installation</source>
        <translation>本安装</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Lost journal closed</source>
        <translation>已关闭丢失的日志</translation>
    </message>
    <message>
        <source>Login disabled</source>
        <translation>账号已停用</translation>
    </message>
    <message>
        <source>Rules of matching in force</source>
        <translation>匹配规则已生效</translation>
    </message>
    <message>
        <source>Rules tested against past cases</source>
        <translation>规则已用既往案例检验</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>File uploaded by a person</source>
        <translation>文件由人员上传</translation>
    </message>
    <message>
        <source>File accepted by two people</source>
        <translation>文件经两人接受</translation>
    </message>
</context>
<context>
    <name>EvidenceText</name>
    <message>
        <source>Direct answer</source>
        <translation>直接应答</translation>
    </message>
    <message>
        <source>Query by our key</source>
        <translation>按我方幂等键查询</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>探查</translation>
    </message>
    <message>
        <source>Webhook</source>
        <translation>回调通知</translation>
    </message>
    <message>
        <source>Provider&apos;s list</source>
        <translation>渠道列表</translation>
    </message>
    <message>
        <source>Settlement file</source>
        <translation>结算文件</translation>
    </message>
    <message>
        <source>Bank statement</source>
        <translation>银行对账单</translation>
    </message>
    <message>
        <source>Enquiry with the provider</source>
        <translation>向渠道查询</translation>
    </message>
    <message>
        <source>Customer complaint</source>
        <translation>客户投诉</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>已应答</translation>
    </message>
    <message>
        <source>found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>inconclusive</source>
        <translation>无结论</translation>
    </message>
    <message>
        <source>could not be asked</source>
        <translation>无法查询</translation>
    </message>
    <message>
        <source>noted</source>
        <translation>已备注</translation>
    </message>
    <message>
        <source>charged</source>
        <translation>已扣款</translation>
    </message>
    <message>
        <source>declined</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>still processing</source>
        <translation>仍在处理</translation>
    </message>
    <message>
        <source>state not in the profile</source>
        <translation>状态未在渠道档案中定义</translation>
    </message>
    <message>
        <source>booked</source>
        <translation>已入账</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>for information</source>
        <translation>仅供参考</translation>
    </message>
    <message>
        <source>Provider&apos;s charge</source>
        <translation>渠道扣款</translation>
    </message>
    <message>
        <source>Settlement line</source>
        <translation>结算明细</translation>
    </message>
    <message>
        <source>Bank line</source>
        <translation>银行明细</translation>
    </message>
    <message>
        <source>proof</source>
        <translation>凭证</translation>
    </message>
    <message>
        <source>duplicate</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>exact reference</source>
        <translation>参考号完全一致</translation>
    </message>
    <message>
        <source>provider&apos;s id</source>
        <translation>渠道编号</translation>
    </message>
    <message>
        <source>our key at the provider</source>
        <translation>渠道处的我方幂等键</translation>
    </message>
    <message>
        <source>reference, normalised</source>
        <translation>参考号规范化后一致</translation>
    </message>
    <message>
        <source>account and amount</source>
        <translation>账户与金额</translation>
    </message>
    <message>
        <source>first send</source>
        <translation>首次发送</translation>
    </message>
    <message>
        <source>nothing had left us</source>
        <translation>先前未离开我方</translation>
    </message>
    <message>
        <source>refused, may be tried again</source>
        <translation>拒绝，可再试</translation>
    </message>
    <message>
        <source>proven absent</source>
        <translation>已证明不存在</translation>
    </message>
    <message>
        <source>resend approved by two people</source>
        <translation>两人批准重发</translation>
    </message>
    <message>
        <source>loss policy</source>
        <translation>容损策略</translation>
    </message>
    <message>
        <source>probe</source>
        <translation>探查</translation>
    </message>
    <message>
        <source>found after a restore</source>
        <translation>恢复后发现</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未用</translation>
    </message>
    <message>
        <source>used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>revoked</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>closed by its core: answer recorded</source>
        <translation>由其核心关闭：应答已记录</translation>
    </message>
    <message>
        <source>closed by its core: abandoned</source>
        <translation>由其核心关闭：已放弃</translation>
    </message>
    <message>
        <source>closed by two people</source>
        <translation>由两人关闭</translation>
    </message>
    <message>
        <source>answered success, then does not know it</source>
        <translation>先答成功，后称无此扣款</translation>
    </message>
    <message>
        <source>answered success, then shows it declined</source>
        <translation>先答成功，后显示已拒绝</translation>
    </message>
    <message>
        <source>counted as failed, then charged</source>
        <translation>已记为失败，后被扣款</translation>
    </message>
    <message>
        <source>charged although we never sent it</source>
        <translation>我方未发送，却被扣款</translation>
    </message>
    <message>
        <source>refused, but a record shows the charge</source>
        <translation>被拒，但记录显示已扣款</translation>
    </message>
    <message>
        <source>charged more than once</source>
        <translation>多次扣款</translation>
    </message>
    <message>
        <source>the bank shows the money coming back</source>
        <translation>银行显示款项已退回</translation>
    </message>
    <message>
        <source>settled, then a record under its name differs</source>
        <translation>已结清，之后同名记录与其不符</translation>
    </message>
    <message>
        <source>shown with a record that proves another payment</source>
        <translation>所示记录属于另一笔付款</translation>
    </message>
    <message>
        <source>the same charge, shown with another amount</source>
        <translation>同一笔扣款显示为不同金额</translation>
    </message>
    <message>
        <source>confirmed by people, unknown to the provider</source>
        <translation>已由人工确认，但服务商无此记录</translation>
    </message>
    <message>
        <source>approved channel</source>
        <translation>已核准通道</translation>
    </message>
    <message>
        <source>uploaded by a person</source>
        <translation>由人员上传</translation>
    </message>
    <message>
        <source>Obligation</source>
        <translation>应付</translation>
    </message>
    <message>
        <source>Due, not yet sent</source>
        <translation>待发送</translation>
    </message>
    <message>
        <source>In transit</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>In doubt</source>
        <translation>存疑</translation>
    </message>
    <message>
        <source>Decided, not proven</source>
        <translation>已决定、未证实</translation>
    </message>
    <message>
        <source>Settled</source>
        <translation>已结清</translation>
    </message>
    <message>
        <source>Refund due</source>
        <translation>应退</translation>
    </message>
    <message>
        <source>Unexplained</source>
        <translation>未解释</translation>
    </message>
    <message>
        <source>confirmed by people, but every send proved to have failed</source>
        <translation>已由人员确认，但每次发送都被证明没有成功</translation>
    </message>
    <message>
        <source>the line belongs to another payment</source>
        <translation>该行已属于另一笔付款</translation>
    </message>
    <message>
        <source>the line is not booked</source>
        <translation>该行尚未入账</translation>
    </message>
    <message>
        <source>the line undoes a movement</source>
        <translation>该行是冲销</translation>
    </message>
    <message>
        <source>the amount is a bundle&apos;s total</source>
        <translation>金额为批次合计</translation>
    </message>
    <message>
        <source>only a notification shows it</source>
        <translation>仅有通知显示</translation>
    </message>
    <message>
        <source>the payment has its line already</source>
        <translation>该付款已有对应行</translation>
    </message>
    <message>
        <source>the payment was never sent</source>
        <translation>该付款从未发送</translation>
    </message>
    <message>
        <source>another currency</source>
        <translation>币种不同</translation>
    </message>
    <message>
        <source>the other direction</source>
        <translation>方向相反</translation>
    </message>
    <message>
        <source>less than the payment</source>
        <translation>金额小于付款</translation>
    </message>
    <message>
        <source>more than the payment</source>
        <translation>金额大于付款</translation>
    </message>
    <message>
        <source>another account</source>
        <translation>账户不同</translation>
    </message>
    <message>
        <source>dated before it was sent</source>
        <translation>日期早于发送</translation>
    </message>
    <message>
        <source>outside the days of the rule</source>
        <translation>超出规则规定的日期</translation>
    </message>
    <message>
        <source>the reference is damaged</source>
        <translation>参考号已损坏</translation>
    </message>
    <message>
        <source>the reference only looks right</source>
        <translation>参考号只是看起来相同</translation>
    </message>
    <message>
        <source>the reference hides characters</source>
        <translation>参考号含有隐藏字符</translation>
    </message>
    <message>
        <source>the line names another payment</source>
        <translation>该行指明另一笔付款</translation>
    </message>
    <message>
        <source>the line names several payments</source>
        <translation>该行指明多笔付款</translation>
    </message>
    <message>
        <source>several lines name the payment</source>
        <translation>多行指明该付款</translation>
    </message>
    <message>
        <source>another line names the payment better</source>
        <translation>另一行更明确地指明该付款</translation>
    </message>
    <message>
        <source>equal payments compete for the line</source>
        <translation>相同的付款争夺该行</translation>
    </message>
    <message>
        <source>equal lines compete for the payment</source>
        <translation>相同的行争夺该付款</translation>
    </message>
    <message>
        <source>a second charge of another payment is possible</source>
        <translation>可能是另一笔付款的重复扣款</translation>
    </message>
    <message>
        <source>not as many lines as equal payments</source>
        <translation>行数与相同付款数不一致</translation>
    </message>
    <message>
        <source>one of the equal payments was sent more than once</source>
        <translation>相同付款之一发送过多次</translation>
    </message>
    <message>
        <source>one of the equal payments can still be sent</source>
        <translation>相同付款之一仍可能发送</translation>
    </message>
    <message>
        <source>the statements do not cover all its days</source>
        <translation>对账单未覆盖全部日期</translation>
    </message>
    <message>
        <source>not every line fits every equal payment</source>
        <translation>并非每行都符合每笔相同付款</translation>
    </message>
    <message>
        <source>the rules leave it to people</source>
        <translation>规则要求由人员决定</translation>
    </message>
    <message>
        <source>account, amount and days</source>
        <translation>账户、金额和日期</translation>
    </message>
    <message>
        <source>linked by amount alone, then another such line came</source>
        <translation>仅凭金额关联，之后又出现同样的行</translation>
    </message>
    <message>
        <source>linked by amount alone, then another such payment came</source>
        <translation>仅凭金额关联，之后又出现同样的付款</translation>
    </message>
</context>
<context>
    <name>FileTables</name>
    <message>
        <source>Stored</source>
        <translation>存入时间</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>Covers</source>
        <translation>涵盖</translation>
    </message>
    <message>
        <source>Ties</source>
        <translation>核对</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Linked</source>
        <translation>已关联</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Unmatched</source>
        <translation>未匹配</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>缺口</translation>
    </message>
    <message>
        <source>Came by</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message numerus="yes">
        <source>%n flagged</source>
        <translation>
            <numerusform>%n 份有标记</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing flagged</source>
        <translation>无标记</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>期初余额</translation>
    </message>
    <message>
        <source>Credits</source>
        <translation>贷方合计</translation>
    </message>
    <message>
        <source>Debits</source>
        <translation>借方合计</translation>
    </message>
    <message>
        <source>Closing</source>
        <translation>期末余额</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Booked</source>
        <translation>记账日</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Other side</source>
        <translation>对方</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>FileText</name>
    <message>
        <source>waits to be proposed</source>
        <translation>等待提请</translation>
    </message>
    <message>
        <source>waits for a second person</source>
        <translation>等待第二人</translation>
    </message>
    <message>
        <source>accepted by two people</source>
        <translation>已由两人接受</translation>
    </message>
    <message>
        <source>stored, not linked yet</source>
        <translation>已存入，尚未关联</translation>
    </message>
    <message>
        <source>stored and linked</source>
        <translation>已存入并关联</translation>
    </message>
    <message>
        <source>Reading was stopped.</source>
        <translation>读取已停止。</translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <translation>没有这个文件。</translation>
    </message>
    <message>
        <source>This is a link to another file; only the file itself is read.</source>
        <translation>这是指向其他文件的链接；只读取文件本身。</translation>
    </message>
    <message>
        <source>This is no regular file: a folder, a pipe or a device is not read.</source>
        <translation>这不是普通文件：文件夹、管道和设备都不读取。</translation>
    </message>
    <message>
        <source>The file cannot be opened.</source>
        <translation>文件无法打开。</translation>
    </message>
    <message>
        <source>The file could not be read to its end.</source>
        <translation>文件未能读到末尾。</translation>
    </message>
    <message>
        <source>The file was written to while it was read.</source>
        <translation>读取期间文件被写入。</translation>
    </message>
    <message>
        <source>The file is not the one any more that was shown. Open it again.</source>
        <translation>文件已不是显示过的那一个。请重新打开。</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件是空的。</translation>
    </message>
    <message>
        <source>The file is larger than what is read.</source>
        <translation>文件超过可读取的大小。</translation>
    </message>
    <message>
        <source>Reading took longer than is allowed.</source>
        <translation>读取超过了允许的时间。</translation>
    </message>
    <message>
        <source>This is no statement in a known format.</source>
        <translation>这不是已知格式的对账单。</translation>
    </message>
    <message>
        <source>The format is known, its version is not.</source>
        <translation>格式已知，版本未知。</translation>
    </message>
    <message>
        <source>The file is not well formed here.</source>
        <translation>文件在此处结构不正确。</translation>
    </message>
    <message>
        <source>The file ends in the middle.</source>
        <translation>文件中途结束。</translation>
    </message>
    <message>
        <source>There are bytes here that the character set does not have. Choose another one.</source>
        <translation>此处有该字符集没有的字节。请选择其他字符集。</translation>
    </message>
    <message>
        <source>What stands where an amount should stand is none.</source>
        <translation>应为金额之处不是金额。</translation>
    </message>
    <message>
        <source>The sign of an amount is unclear.</source>
        <translation>金额的正负不明确。</translation>
    </message>
    <message>
        <source>A spreadsheet has changed this number: its digits are lost.</source>
        <translation>电子表格改动了这个数字：其位数已丢失。</translation>
    </message>
    <message>
        <source>What stands where a date should stand is none.</source>
        <translation>应为日期之处不是日期。</translation>
    </message>
    <message>
        <source>What stands where a currency should stand is none.</source>
        <translation>应为币种之处不是币种。</translation>
    </message>
    <message>
        <source>It does not say whether money came or went.</source>
        <translation>没有说明款项是收入还是支出。</translation>
    </message>
    <message>
        <source>A field that has to be there is missing.</source>
        <translation>缺少必需的字段。</translation>
    </message>
    <message>
        <source>The file names no account. Write it beside, and read it again.</source>
        <translation>文件未写明账户。请在旁边填写，再重新读取。</translation>
    </message>
    <message>
        <source>The file does not say in which currency its amounts are. Write it beside, and read it again.</source>
        <translation>文件未说明金额的币种。请在旁边填写，再重新读取。</translation>
    </message>
    <message>
        <source>The file&apos;s own totals do not agree with its lines. Nothing of it was stored.</source>
        <translation>文件自身的合计与各行不符。未存入任何内容。</translation>
    </message>
    <message>
        <source>Files of this format are shown and not stored.</source>
        <translation>这种格式的文件只显示，不存入。</translation>
    </message>
    <message>
        <source>A statement of this file is stored already with other content. People have to find out which one holds.</source>
        <translation>该文件的一份对账单已以不同内容存入。须由人员查明以哪一份为准。</translation>
    </message>
    <message>
        <source>For a day of this file other lines are stored already. People have to find out which ones hold.</source>
        <translation>该文件的某一天已存入不同的行。须由人员查明以哪些为准。</translation>
    </message>
    <message>
        <source>The file holds no statement.</source>
        <translation>文件中没有对账单。</translation>
    </message>
    <message>
        <source>This file is stored already, byte for byte.</source>
        <translation>该文件已逐字节存入。</translation>
    </message>
    <message>
        <source>Every statement of this file is stored already.</source>
        <translation>该文件的每份对账单都已存入。</translation>
    </message>
    <message>
        <source>This file was uploaded before and waits for a second person.</source>
        <translation>该文件先前已上传，正在等待第二人。</translation>
    </message>
    <message>
        <source>No profile knows the columns of this file.</source>
        <translation>没有配置认识该文件的列。</translation>
    </message>
    <message>
        <source>Several profiles know the columns of this file. Choose one.</source>
        <translation>有几个配置认识该文件的列。请选择一个。</translation>
    </message>
    <message>
        <source>The file does not fit its profile.</source>
        <translation>文件与其配置不符。</translation>
    </message>
    <message>
        <source>There is no table in this file.</source>
        <translation>该文件中没有表格。</translation>
    </message>
    <message>
        <source>The table of this file has no rows.</source>
        <translation>该文件的表格没有行。</translation>
    </message>
    <message>
        <source>The columns of this file do not say by themselves what they are.</source>
        <translation>该文件的列无法自行说明其含义。</translation>
    </message>
    <message>
        <source>The dates of one column contradict one another: day and month are in no single order.</source>
        <translation>同一列的日期互相矛盾：日与月没有统一的顺序。</translation>
    </message>
    <message>
        <source>The amounts of one column contradict one another: point and comma are in no single use.</source>
        <translation>同一列的金额互相矛盾：点和逗号没有统一的用法。</translation>
    </message>
    <message>
        <source>A quotation mark is opened and never closed.</source>
        <translation>引号打开后未关闭。</translation>
    </message>
    <message>
        <source>opening balance, lines and closing balance do not add up</source>
        <translation>期初余额、各行与期末余额不相符</translation>
    </message>
    <message>
        <source>the file&apos;s own totals differ from its lines</source>
        <translation>文件自身的合计与各行不同</translation>
    </message>
    <message>
        <source>characters of two character sets stand in one file</source>
        <translation>一个文件中有两种字符集的字符</translation>
    </message>
    <message>
        <source>read by what its columns say of themselves; it cannot be stored so</source>
        <translation>按各列自身的内容读取；这样不能存入</translation>
    </message>
    <message>
        <source>rows without a movement were left out</source>
        <translation>略去了没有收支的行</translation>
    </message>
    <message>
        <source>a date that the calendar does not have</source>
        <translation>日历上不存在的日期</translation>
    </message>
    <message>
        <source>the file says that more pages follow</source>
        <translation>文件说明后面还有页</translation>
    </message>
    <message>
        <source>the first page is missing</source>
        <translation>缺少首页</translation>
    </message>
    <message>
        <source>the last line may be cut off</source>
        <translation>最后一行可能被截断</translation>
    </message>
    <message>
        <source>years of two digits</source>
        <translation>年份只有两位</translation>
    </message>
    <message>
        <source>an identifier that a spreadsheet has damaged</source>
        <translation>标识被电子表格损坏</translation>
    </message>
    <message>
        <source>amounts with unknown availability</source>
        <translation>金额的可用情况不明</translation>
    </message>
    <message>
        <source>gross, fees and payout leave a remainder</source>
        <translation>总额、费用与付出之间有余数</translation>
    </message>
    <message>
        <source>gross, fee and net do not add up</source>
        <translation>总额、费用与净额不相符</translation>
    </message>
    <message>
        <source>a number that a spreadsheet has changed</source>
        <translation>数字被电子表格改动</translation>
    </message>
    <message>
        <source>a currency whose decimals nobody lists</source>
        <translation>币种的小数位没有记载</translation>
    </message>
    <message>
        <source>chosen by hand</source>
        <translation>手动选择</translation>
    </message>
    <message>
        <source>said by its first bytes</source>
        <translation>由开头的字节说明</translation>
    </message>
    <message>
        <source>by the pattern of its bytes</source>
        <translation>由字节的规律判断</translation>
    </message>
    <message>
        <source>all of it is valid UTF-8</source>
        <translation>全部是有效的 UTF-8</translation>
    </message>
    <message>
        <source>said by the profile</source>
        <translation>由配置说明</translation>
    </message>
    <message>
        <source>assumed: nothing in the file says it</source>
        <translation>推定：文件中没有说明</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>days</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>money</source>
        <translation>款项</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>late: no statement reaches that far</source>
        <translation>迟到：对账单尚未覆盖到</translation>
    </message>
    <message>
        <source>overdue: the statements reach beyond it</source>
        <translation>逾期：对账单已越过其日期</translation>
    </message>
    <message>
        <source>answer of the provider</source>
        <translation>服务商的答复</translation>
    </message>
    <message>
        <source>evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>balances tie</source>
        <translation>余额相符</translation>
    </message>
    <message>
        <source>does not tie</source>
        <translation>余额不符</translation>
    </message>
    <message>
        <source>no balances</source>
        <translation>没有余额</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
</context>
<context>
    <name>ListTables</name>
    <message>
        <source>Seen</source>
        <translation>发现时间</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Shown by</source>
        <translation>出自</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>Booked</source>
        <translation>入账日</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>币种</translation>
    </message>
    <message>
        <source>Balance</source>
        <translation>余额</translation>
    </message>
    <message>
        <source>%1: ledger %2, possible attempts %3</source>
        <translation>%1：账簿 %2，可能发生的尝试 %3</translation>
    </message>
    <message>
        <source>✓ In transit, in doubt and decided together equal the sum over all attempts that may have happened, in every currency.</source>
        <translation>✓ 各币种的在途、存疑与已决定之和，等于所有可能发生的尝试之和。</translation>
    </message>
    <message>
        <source>✗ The ledger does not agree with the attempts. %1</source>
        <translation>✗ 账簿与尝试不一致。%1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>所属</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>Leaf</source>
        <translation>叶</translation>
    </message>
</context>
<context>
    <name>MoneyText</name>
    <message>
        <source> minor units</source>
        <translation> 最小货币单位</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>Choose a reason</source>
        <translation>选择原因</translation>
    </message>
</context>
<context>
    <name>QueueRows</name>
    <message>
        <source>you</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Taken %1</source>
        <translation>领取时间 %1</translation>
    </message>
    <message>
        <source>deferred, %1</source>
        <translation>已延后，%1</translation>
    </message>
    <message>
        <source>Nobody has taken this case</source>
        <translation>此案件尚无人领取</translation>
    </message>
    <message>
        <source>No decision is waiting</source>
        <translation>没有待批准的决定</translation>
    </message>
    <message>
        <source>%1: proposed by you, waits for a second person</source>
        <translation>%1：由您提出，等待第二人</translation>
    </message>
    <message>
        <source>%1: waits for a second person</source>
        <translation>%1：等待第二人</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Payee</source>
        <translation>收款人</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>渠道</translation>
    </message>
    <message>
        <source>Taken by</source>
        <translation>领取人</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考号</translation>
    </message>
    <message>
        <source>%1: letters of several scripts, look closely</source>
        <translation>%1：混用多种文字，请仔细辨认</translation>
    </message>
    <message>
        <source>%1 to %2, %3, %4, age %5</source>
        <translation>%1，付给 %2，%3，%4，时长 %5</translation>
    </message>
</context>
<context>
    <name>SignInText</name>
    <message>
        <source>Nothing was read or changed.</source>
        <translation>未读取也未更改任何内容。</translation>
    </message>
    <message>
        <source>The server refused the login %1 or its password.</source>
        <translation>服务器拒绝了登录账号 %1 或其密码。</translation>
    </message>
    <message>
        <source>Type the password again; ask an officer if it keeps being refused.</source>
        <translation>请重新输入密码；若仍被拒，请联系管理员。</translation>
    </message>
    <message>
        <source>The server has no database of this name.</source>
        <translation>服务器上没有此名称的数据库。</translation>
    </message>
    <message>
        <source>Edit the profile&apos;s database.</source>
        <translation>请修改配置中的数据库。</translation>
    </message>
    <message>
        <source>Without TLS only a server on this machine is spoken to.</source>
        <translation>不使用 TLS 时只能连接本机服务器。</translation>
    </message>
    <message>
        <source>Edit the profile.</source>
        <translation>请修改配置。</translation>
    </message>
    <message>
        <source>The server at %1 could not prove who it is: %2</source>
        <translation>服务器 %1 无法证明其身份：%2</translation>
    </message>
    <message>
        <source>Check the host name and the root certificate of the profile. Do not go around it.</source>
        <translation>请检查配置中的主机名与根证书，切勿绕过。</translation>
    </message>
    <message>
        <source>The server at %1 cannot be reached.</source>
        <translation>无法连接服务器 %1。</translation>
    </message>
    <message>
        <source>Check host, port and network, then try again.</source>
        <translation>请检查主机、端口与网络后重试。</translation>
    </message>
    <message>
        <source>Give the profile a name.</source>
        <translation>请为配置命名。</translation>
    </message>
    <message>
        <source>Another profile has this name.</source>
        <translation>另一配置已使用此名称。</translation>
    </message>
    <message>
        <source>Name the database&apos;s host, or the directory of its socket.</source>
        <translation>请填写数据库主机名，或其套接字目录。</translation>
    </message>
    <message>
        <source>A port is a number from 1 to 65535.</source>
        <translation>端口为 1 至 65535 的数字。</translation>
    </message>
    <message>
        <source>Name the database.</source>
        <translation>请填写数据库名。</translation>
    </message>
    <message>
        <source>Name your login.</source>
        <translation>请填写您的登录账号。</translation>
    </message>
    <message>
        <source>The file of root certificates cannot be read.</source>
        <translation>无法读取根证书文件。</translation>
    </message>
</context>
<context>
    <name>SourceTables</name>
    <message>
        <source>Came</source>
        <translation>到达</translation>
    </message>
    <message>
        <source>Payment</source>
        <translation>付款</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Tried in vain</source>
        <translation>徒劳次数</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>币种</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件数</translation>
    </message>
    <message>
        <source>Last file</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>存入时间</translation>
    </message>
    <message>
        <source>Covered until</source>
        <translation>涵盖至</translation>
    </message>
    <message>
        <source>Days between</source>
        <translation>间隔天数</translation>
    </message>
    <message>
        <source>Next expected</source>
        <translation>下次预期</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>缺少</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Balances differ by</source>
        <translation>余额相差</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Payee</source>
        <translation>收款人</translation>
    </message>
    <message>
        <source>Expected until</source>
        <translation>预期不晚于</translation>
    </message>
    <message>
        <source>Statements reach</source>
        <translation>对账单覆盖至</translation>
    </message>
    <message>
        <source>Next evidence</source>
        <translation>下一证据</translation>
    </message>
    <message>
        <source>late</source>
        <translation>迟到</translation>
    </message>
    <message>
        <source>in time</source>
        <translation>按时</translation>
    </message>
    <message>
        <source>no rhythm yet</source>
        <translation>尚无规律</translation>
    </message>
    <message>
        <source>&amp;Waiting to take effect</source>
        <translation>等待生效(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Sources</source>
        <translation>来源(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Missing between statements</source>
        <translation>对账单之间的缺失(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Not on a statement yet</source>
        <translation>尚未出现在对账单(&amp;N)</translation>
    </message>
    <message>
        <source>Nothing that came while nothing moved waits for its effect.</source>
        <translation>停止期间到达的内容都已生效。</translation>
    </message>
    <message>
        <source>No statement came yet.</source>
        <translation>尚未收到对账单。</translation>
    </message>
    <message>
        <source>No number, no day and no money is missing between statements.</source>
        <translation>对账单之间没有缺少编号、日期或款项。</translation>
    </message>
    <message>
        <source>The statements show every payment that the provider calls done.</source>
        <translation>服务商称已完成的付款都已出现在对账单上。</translation>
    </message>
</context>
<context>
    <name>StateText</name>
    <message>
        <source>Waiting to be sent</source>
        <translation>待发送</translation>
    </message>
    <message>
        <source>Being sent</source>
        <translation>发送中</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <translation>成功</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Outcome unknown</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>In review</source>
        <translation>复核中</translation>
    </message>
    <message>
        <source>sender went silent</source>
        <translation>发送方失去响应</translation>
    </message>
    <message>
        <source>sender stopped</source>
        <translation>发送方停止</translation>
    </message>
    <message>
        <source>found after a restore</source>
        <translation>恢复后发现</translation>
    </message>
    <message>
        <source>provider still working</source>
        <translation>渠道仍在处理</translation>
    </message>
    <message>
        <source>provider says it exists</source>
        <translation>渠道称已存在</translation>
    </message>
    <message>
        <source>earlier attempt open</source>
        <translation>先前尝试未关闭</translation>
    </message>
    <message>
        <source>The core that was sending this payment went silent. It may have sent the request before that.</source>
        <translation>发送此付款的核心失去响应，此前可能已发出请求。</translation>
    </message>
    <message>
        <source>The core stopped in the middle of sending. Nothing proves that no request left it.</source>
        <translation>核心在发送途中停止，无法证明请求没有发出。</translation>
    </message>
    <message>
        <source>The database was restored and a witness outside it knows this payment. It may have been sent.</source>
        <translation>数据库曾恢复，而库外见证记有此付款，它可能已发送。</translation>
    </message>
    <message>
        <source>The provider took the payment and has not said how it ended.</source>
        <translation>渠道已受理此付款，但未说明结果。</translation>
    </message>
    <message>
        <source>The provider answered that it already knows this number, without saying how that charge ended.</source>
        <translation>渠道应答称已知此编号，但未说明该扣款结果。</translation>
    </message>
    <message>
        <source>several records fit</source>
        <translation>多条记录相符</translation>
    </message>
    <message>
        <source>contradiction</source>
        <translation>矛盾</translation>
    </message>
    <message>
        <source>amount differs</source>
        <translation>金额不符</translation>
    </message>
    <message>
        <source>key expired</source>
        <translation>幂等键已过期</translation>
    </message>
    <message>
        <source>looks exhausted</source>
        <translation>查证已尽</translation>
    </message>
    <message>
        <source>taken by a person</source>
        <translation>由人员领取</translation>
    </message>
    <message>
        <source>not arrived in time</source>
        <translation>逾期未到账</translation>
    </message>
    <message>
        <source>reopened</source>
        <translation>已重新打开</translation>
    </message>
    <message>
        <source>late evidence</source>
        <translation>迟到证据</translation>
    </message>
    <message>
        <source>More than one record may be this payment, or one record may be more than one payment. The machine does not guess.</source>
        <translation>可能有多条记录对应此付款，或一条记录对应多笔付款。系统不作猜测。</translation>
    </message>
    <message>
        <source>Two sources say different things about this payment. Both are shown below.</source>
        <translation>两个来源对此付款说法不一，均列于下方。</translation>
    </message>
    <message>
        <source>A record carries our reference with another amount.</source>
        <translation>有记录带我方参考号，但金额不同。</translation>
    </message>
    <message>
        <source>The provider&apos;s protection against a second charge under the same key has ended, and the outcome is still unknown.</source>
        <translation>渠道对同一幂等键重复扣款的保护已失效，而结果仍未知。</translation>
    </message>
    <message>
        <source>Every source was asked for as long as the provider&apos;s profile says, and none settled it. Slow looks go on.</source>
        <translation>已按渠道档案规定的期限查遍各来源，均未能了结。低频查证仍在继续。</translation>
    </message>
    <message>
        <source>An earlier attempt of this payment may still have moved money.</source>
        <translation>此付款先前的一次尝试仍可能已付款。</translation>
    </message>
    <message>
        <source>A person took this payment out of the machine&apos;s hands.</source>
        <translation>有人将此付款从系统手中领出。</translation>
    </message>
    <message>
        <source>The database was restored. What happened to this payment meanwhile has to be found out.</source>
        <translation>数据库曾恢复，此付款在此期间的情况须查明。</translation>
    </message>
    <message>
        <source>The money should have arrived by now and no statement shows it.</source>
        <translation>款项早应到账，但没有对账单显示。</translation>
    </message>
    <message>
        <source>A person reopened this payment.</source>
        <translation>有人重新打开了此付款。</translation>
    </message>
    <message>
        <source>New evidence arrived after the next send was permitted. The permit was revoked.</source>
        <translation>准予再次发送之后又出现新证据，该许可已撤销。</translation>
    </message>
    <message>
        <source>suspected double</source>
        <translation>疑似重复</translation>
    </message>
    <message>
        <source>The same payee, account, amount and source came a short time before under another key. Nothing has been sent: two people release it, one cancels it.</source>
        <translation>短时间内，同一收款人、账户、金额与来源以另一幂等键提交过。尚未发送：两人可放行，一人可取消。</translation>
    </message>
    <message>
        <source>never left us</source>
        <translation>未离开我方</translation>
    </message>
    <message>
        <source>provider cannot express it</source>
        <translation>渠道无法表达</translation>
    </message>
    <message>
        <source>refused, may be tried again</source>
        <translation>拒绝，可再试</translation>
    </message>
    <message>
        <source>refused for good</source>
        <translation>最终拒绝</translation>
    </message>
    <message>
        <source>proven absent at the provider</source>
        <translation>已证明渠道处不存在</translation>
    </message>
    <message>
        <source>cancelled before sending</source>
        <translation>发送前已取消</translation>
    </message>
    <message>
        <source>decided by people, not proven</source>
        <translation>人工决定、未证实</translation>
    </message>
    <message>
        <source>the provider&apos;s direct answer</source>
        <translation>渠道的直接应答</translation>
    </message>
    <message>
        <source>a probe</source>
        <translation>探查</translation>
    </message>
    <message>
        <source>a query by our key</source>
        <translation>按我方幂等键查询</translation>
    </message>
    <message>
        <source>the provider&apos;s list</source>
        <translation>渠道列表</translation>
    </message>
    <message>
        <source>a webhook</source>
        <translation>回调通知</translation>
    </message>
    <message>
        <source>a settlement file</source>
        <translation>结算文件</translation>
    </message>
    <message>
        <source>a bank statement</source>
        <translation>银行对账单</translation>
    </message>
    <message>
        <source>people&apos;s decision</source>
        <translation>人工决定</translation>
    </message>
    <message>
        <source>provisional</source>
        <translation>暂定</translation>
    </message>
    <message>
        <source>settled</source>
        <translation>已结清</translation>
    </message>
    <message>
        <source>overdue</source>
        <translation>逾期</translation>
    </message>
    <message>
        <source>returned</source>
        <translation>已退回</translation>
    </message>
    <message>
        <source>reversed</source>
        <translation>已冲正</translation>
    </message>
    <message>
        <source>may have happened</source>
        <translation>可能已发生</translation>
    </message>
    <message>
        <source>happened</source>
        <translation>已发生</translation>
    </message>
    <message>
        <source>did not happen</source>
        <translation>未发生</translation>
    </message>
    <message>
        <source>out</source>
        <translation>付</translation>
    </message>
    <message>
        <source>in</source>
        <translation>收</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>暂扣</translation>
    </message>
    <message>
        <source>Watched</source>
        <translation>关注中</translation>
    </message>
    <message>
        <source>The request was sent and its answer proves nothing (%1). The provider may have moved the money.</source>
        <translation>请求已发送，其应答无法说明结果（%1）。渠道可能已动用资金。</translation>
    </message>
    <message>
        <source>held by a person</source>
        <translation>由人暂扣</translation>
    </message>
    <message>
        <source>A person stopped it before it was sent. Nothing has been sent: two people release it, one cancels it.</source>
        <translation>有人在发送之前将其暂扣。未发出任何内容：两人放行，一人取消。</translation>
    </message>
</context>
<context>
    <name>TimeText</name>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 时</translation>
    </message>
    <message>
        <source>due now</source>
        <translation>现已到期</translation>
    </message>
    <message>
        <source>in %1 s</source>
        <translation>%1 秒后</translation>
    </message>
    <message>
        <source>in %1 min</source>
        <translation>%1 分钟后</translation>
    </message>
    <message>
        <source>in %1 h %2 min</source>
        <translation>%1 小时 %2 分后</translation>
    </message>
    <message>
        <source>in %1 d %2 h</source>
        <translation>%1 天 %2 小时后</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
</context>
<context>
    <name>WitnessSentences</name>
    <message>
        <source>%1 on %2, last seen %3</source>
        <translation>%1（位于 %2），最后出现于 %3</translation>
    </message>
    <message numerus="yes">
        <source>+%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 on %2 is new and claims nothing until two people have admitted it.</source>
        <translation>%1（位于 %2）是新的核心，在两人准许之前不领取任何付款。</translation>
    </message>
    <message>
        <source>Proposed by %1 for %2: %3. A second person approves decision %4.</source>
        <translation>%1 就 %2 提议：%3。由第二人批准决定 %4。</translation>
    </message>
    <message>
        <source>The database was restarted. Nothing moves until every core has found its journal in it; evidence is still stored.</source>
        <translation>数据库已重新启动。在每个核心都在其中找到自己的日志之前，一切停止；证据仍会存储。</translation>
    </message>
    <message>
        <source>Missing:</source>
        <translation>缺席：</translation>
    </message>
    <message>
        <source>Start the cores that are missing: the check ends by itself. A core that cannot come is excused by two people, by name: one with onceover-core desk propose-core, the other with desk approve.</source>
        <translation>请启动缺席的核心，核对随即自行结束。无法到场的核心由两人指名豁免：一人用 onceover-core desk propose-core，另一人用 desk approve。</translation>
    </message>
    <message>
        <source>Nobody is missing, but no core has looked yet: start one that was admitted.</source>
        <translation>无人缺席，但尚无核心核对过：请启动一个已获准的核心。</translation>
    </message>
</context>
<context>
    <name>onceover::AuditConsole</name>
    <message>
        <source>private demo</source>
        <translation>私有演示</translation>
    </message>
</context>
<context>
    <name>onceover::CaseActions</name>
    <message>
        <source>Confirm paid…</source>
        <translation>确认已付…</translation>
    </message>
    <message>
        <source>Reject: not paid…</source>
        <translation>驳回：未付…</translation>
    </message>
    <message>
        <source>Propose resend…</source>
        <translation>提议重发…</translation>
    </message>
    <message>
        <source>Release…</source>
        <translation>放行…</translation>
    </message>
    <message>
        <source>Cancel payment…</source>
        <translation>取消付款…</translation>
    </message>
    <message>
        <source>Approve…</source>
        <translation>批准…</translation>
    </message>
    <message>
        <source>Withdraw…</source>
        <translation>撤回…</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>领取</translation>
    </message>
    <message>
        <source>Give back</source>
        <translation>归还</translation>
    </message>
    <message>
        <source>Defer…</source>
        <translation>延后…</translation>
    </message>
    <message>
        <source>Enquire…</source>
        <translation>查询…</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>备注…</translation>
    </message>
    <message>
        <source>Reopen…</source>
        <translation>重新打开…</translation>
    </message>
    <message>
        <source>Take over…</source>
        <translation>接管…</translation>
    </message>
    <message>
        <source>Hold…</source>
        <translation>暂扣…</translation>
    </message>
</context>
<context>
    <name>onceover::CaseHeader</name>
    <message>
        <source>letters of several scripts: look closely</source>
        <translation>混用多种文字：请仔细辨认</translation>
    </message>
    <message>
        <source>Sends</source>
        <translation>发送情况</translation>
    </message>
    <message>
        <source>In doubt</source>
        <translation>存疑</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Payee</source>
        <translation>收款人</translation>
    </message>
    <message>
        <source>Payee&apos;s account</source>
        <translation>收款账户</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考号</translation>
    </message>
    <message>
        <source>Source, key and provider</source>
        <translation>来源、幂等键与渠道</translation>
    </message>
    <message>
        <source>Taken by</source>
        <translation>领取人</translation>
    </message>
    <message>
        <source>Copy the reference</source>
        <translation>复制参考号</translation>
    </message>
</context>
<context>
    <name>onceover::CaseView</name>
    <message>
        <source>Choose a payment to see its case.</source>
        <translation>请选择一笔付款以查看案件。</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>案件</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>Raw answer</source>
        <translation>原始应答</translation>
    </message>
    <message>
        <source>Parts of the case</source>
        <translation>案件内容</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Attempts and permits</source>
        <translation>尝试与许可</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>资金</translation>
    </message>
    <message>
        <source>Decisions and notes</source>
        <translation>决定与备注</translation>
    </message>
    <message>
        <source>Raw answer: choose a line above</source>
        <translation>原始应答：请在上方选择一行</translation>
    </message>
    <message>
        <source>Raw answer: nothing was received, %1</source>
        <translation>原始应答：未收到任何内容，%1</translation>
    </message>
    <message>
        <source>Raw answer, %1, SHA-256 %2</source>
        <translation>原始应答，%1，SHA-256 %2</translation>
    </message>
    <message>
        <source>Scroll the tabs</source>
        <translation>滚动标签页</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Show repeated looks</source>
        <translation>显示重复查证</translation>
    </message>
    <message numerus="yes">
        <source>Show %n &amp;repeated look(s)</source>
        <translation>
            <numerusform>显示 %n 次重复查证(&amp;R)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::CheatSheet</name>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Next and previous row</source>
        <translation>下一行、上一行</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Open the row&apos;s case</source>
        <translation>打开该行的案件</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>Carry out what a decision sheet says</source>
        <translation>执行决定单所述内容</translation>
    </message>
</context>
<context>
    <name>onceover::CoreRunner</name>
    <message>
        <source>The core starts.</source>
        <translation>核心正在启动。</translation>
    </message>
    <message numerus="yes">
        <source>The core sends: %n call(s) under way.</source>
        <translation>
            <numerusform>核心正在发送：%n 个请求进行中。</numerusform>
        </translation>
    </message>
    <message>
        <source>The core runs.</source>
        <translation>核心运行中。</translation>
    </message>
    <message>
        <source>The core is paused: nothing new is sent, evidence is still gathered.</source>
        <translation>核心已暂停：不再发送新请求，仍继续收集证据。</translation>
    </message>
    <message>
        <source>The core cannot reach the database: nothing new is sent. Answers to calls already made are kept in its journal and recorded when the database is back.</source>
        <translation>核心无法连接数据库：不再发送新请求。已发出调用的应答保存在其日志中，待数据库恢复后记录。</translation>
    </message>
    <message>
        <source>The database was restarted: no money moves until every core has found its journal in it. Evidence is still stored.</source>
        <translation>数据库已重新启动：在每个核心都在其中找到自己的日志之前，不动用任何资金。证据仍会存储。</translation>
    </message>
    <message>
        <source>The database does not take this core, nothing is sent from here: %1</source>
        <translation>数据库不接受此核心，不再从此处发送：%1</translation>
    </message>
    <message>
        <source>The core&apos;s journal cannot be written: nothing is sent any more. What was sent before stays on record and is still looked for.</source>
        <translation>核心日志无法写入：不再发送任何请求。此前已发送的仍有记录，并继续查证。</translation>
    </message>
    <message>
        <source>Another process took this core over: nothing is sent from here any more.</source>
        <translation>此核心已被另一进程接管：此处不再发送任何请求。</translation>
    </message>
    <message>
        <source>The core has stopped: nothing is sent from here.</source>
        <translation>核心已停止：此处不发送任何请求。</translation>
    </message>
    <message>
        <source>The core has stopped, nothing is sent from here: %1</source>
        <translation>核心已停止，此处不发送任何请求：%1</translation>
    </message>
    <message>
        <source>The database is fenced: no money moves, and this version cannot arm it again. Evidence is still stored.</source>
        <translation>数据库已隔离：资金一律不动，且此版本无法将其重新启用。证据仍会保存。</translation>
    </message>
</context>
<context>
    <name>onceover::DecisionBar</name>
    <message>
        <source>Decisions</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Why a decision cannot be given</source>
        <translation>为何不能作出决定</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
</context>
<context>
    <name>onceover::DecisionFlow</name>
    <message>
        <source>The answer was lost. Reading the record to see what happened; nothing is given twice.</source>
        <translation>应答丢失。正在读取记录以确认结果，不会重复提交。</translation>
    </message>
    <message>
        <source>A command is under way.</source>
        <translation>有命令正在执行。</translation>
    </message>
    <message>
        <source>Under way…</source>
        <translation>执行中…</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>已完成。</translation>
    </message>
    <message>
        <source>Done: %1.</source>
        <translation>已完成：%1。</translation>
    </message>
</context>
<context>
    <name>onceover::DecisionSheet</name>
    <message>
        <source>What will happen</source>
        <translation>将会发生</translation>
    </message>
    <message>
        <source>What will not</source>
        <translation>不会发生</translation>
    </message>
    <message>
        <source>The largest loss if this is wrong</source>
        <translation>若判断有误，最大损失</translation>
    </message>
    <message>
        <source>Choose a reason</source>
        <translation>请选择原因</translation>
    </message>
    <message>
        <source>In words, for whoever reads the record later</source>
        <translation>用文字说明，供日后查阅记录者参考</translation>
    </message>
    <message>
        <source>The case has changed</source>
        <translation>案件已变化</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>请填写备注</translation>
    </message>
    <message>
        <source>The note is too long</source>
        <translation>备注过长</translation>
    </message>
    <message>
        <source>Ctrl+Enter: %1</source>
        <translation>Ctrl+Enter：%1</translation>
    </message>
    <message>
        <source>New facts arrived while this sheet was open. Look at the case behind it; what you wrote here is kept.</source>
        <translation>此单打开期间出现新事实。请查看其后的案件，您已填写的内容会保留。</translation>
    </message>
    <message>
        <source>&amp;Until</source>
        <translation>截至(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <translation>原因(&amp;R)</translation>
    </message>
    <message>
        <source>N&amp;ote</source>
        <translation>备注(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Decide on the new facts</source>
        <translation>依新事实决定(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
</context>
<context>
    <name>onceover::DemoConsole</name>
    <message>
        <source>The demo&apos;s story: %1.</source>
        <translation>演示进程：%1。</translation>
    </message>
    <message>
        <source>The demo&apos;s story was interrupted: %1</source>
        <translation>演示进程中断：%1</translation>
    </message>
    <message>
        <source>private demo</source>
        <translation>私有演示</translation>
    </message>
    <message>
        <source>Core and story</source>
        <translation>核心与演示进程</translation>
    </message>
    <message>
        <source>Whoever controls this desk can bypass the controls of a demo. No real money moves.</source>
        <translation>控制此工作台的人可以绕过演示的管控。不动用真实资金。</translation>
    </message>
    <message>
        <source>No core runs here, nothing is sent from here: %1</source>
        <translation>此处没有核心运行，不发送任何请求：%1</translation>
    </message>
</context>
<context>
    <name>onceover::EnvironmentStrip</name>
    <message>
        <source>PRODUCTION</source>
        <translation>生产</translation>
    </message>
    <message>
        <source>TEST</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>DEMO</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>READ-ONLY AUDIT</source>
        <translation>只读审计</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>A core runs inside this program. Whoever controls this desk can bypass the controls.</source>
        <translation>本程序内运行着一个核心。控制此工作台的人可以绕过管控。</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>档案</translation>
    </message>
    <message>
        <source>Signed in as</source>
        <translation>登录身份</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核心</translation>
    </message>
    <message>
        <source>In doubt</source>
        <translation>存疑</translation>
    </message>
    <message>
        <source>Nothing in doubt</source>
        <translation>无存疑金额</translation>
    </message>
    <message numerus="yes">
        <source>+%n currencies</source>
        <translation>
            <numerusform>另 %n 个币种</numerusform>
        </translation>
    </message>
    <message>
        <source>In doubt  %1</source>
        <translation>存疑  %1</translation>
    </message>
    <message numerus="yes">
        <source>%n core(s) running</source>
        <translation>
            <numerusform>%n 个核心运行中</numerusform>
        </translation>
    </message>
    <message>
        <source>no core running</source>
        <translation>没有核心在运行</translation>
    </message>
    <message numerus="yes">
        <source>%n paused</source>
        <translation>
            <numerusform>%n 个已暂停</numerusform>
        </translation>
    </message>
    <message>
        <source>CHECKING after a restart: nothing moves</source>
        <translation>重启后核对中：一切停止</translation>
    </message>
    <message>
        <source>FENCED: nothing moves</source>
        <translation>已隔离：一切停止</translation>
    </message>
    <message numerus="yes">
        <source>%n payment(s) in doubt, oldest %1 h:min</source>
        <translation>
            <numerusform>%n 笔付款存疑，最久 %1（时:分）</numerusform>
        </translation>
    </message>
    <message>
        <source>○ connecting…</source>
        <translation>○ 正在连接…</translation>
    </message>
    <message>
        <source>○ cannot connect, trying again</source>
        <translation>○ 无法连接，正在重试</translation>
    </message>
    <message>
        <source>● live, %1</source>
        <translation>● 实时，%1</translation>
    </message>
    <message>
        <source>▲ stale since %1, reconnecting</source>
        <translation>▲ 自 %1 起数据陈旧，正在重连</translation>
    </message>
    <message>
        <source>Resume core</source>
        <translation>恢复核心</translation>
    </message>
    <message>
        <source>Pause core</source>
        <translation>暂停核心</translation>
    </message>
    <message>
        <source>STANDBY: may be behind, nothing is decided here</source>
        <translation>备用服务器：数据可能滞后，此处不作任何决定</translation>
    </message>
    <message>
        <source>CHECKING after a restart: nothing moves, missing %1</source>
        <translation>重启后核对中：一切停止，缺席 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n proposal(s) about cores</source>
        <translation>
            <numerusform>%n 项关于核心的提议</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::FileSheet</name>
    <message>
        <source>Accept a file</source>
        <translation>接受文件</translation>
    </message>
    <message>
        <source>Propose to accept a file</source>
        <translation>提请接受文件</translation>
    </message>
    <message>
        <source>%1, uploaded by %2</source>
        <translation>%1，由 %2 上传</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>%1 records</source>
        <translation>%1 条记录</translation>
    </message>
    <message>
        <source>SHA-256 %1</source>
        <translation>SHA-256 %1</translation>
    </message>
    <message>
        <source>%1 proposes to accept it: %2. %3</source>
        <translation>%1 提请接受：%2。%3</translation>
    </message>
    <message>
        <source>&amp;What it covers</source>
        <translation>涵盖内容(&amp;W)</translation>
    </message>
    <message>
        <source>Its first &amp;lines</source>
        <translation>前若干行(&amp;L)</translation>
    </message>
    <message>
        <source>Accepted, its lines are stored as records and linked by exact reference, as a file of an approved channel. That cannot be taken back; compare hash and sums with what the bank shows you.</source>
        <translation>接受后，其各行作为记录存入，并按精确参考号关联，与批准渠道的文件相同。此举不可收回；请将哈希与合计同银行所示内容比对。</translation>
    </message>
    <message>
        <source>Proposed, the file waits 24 hours for a second person. It settles nothing, links nothing and holds nothing up before that person accepts it.</source>
        <translation>提请后，文件等待第二人 24 小时。在那人接受之前，它不结清、不关联、也不阻碍任何付款。</translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <translation>原因(&amp;R)</translation>
    </message>
    <message>
        <source>Only to turn it down: why</source>
        <translation>仅在驳回时填写：为什么</translation>
    </message>
    <message>
        <source>In words, for whoever accepts it</source>
        <translation>用文字说明，供接受者阅读</translation>
    </message>
    <message>
        <source>N&amp;ote</source>
        <translation>备注(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Turn down</source>
        <translation>驳回(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Accept this file</source>
        <translation>接受此文件</translation>
    </message>
    <message>
        <source>Propose</source>
        <translation>提请</translation>
    </message>
    <message>
        <source>The note is too long</source>
        <translation>备注过长</translation>
    </message>
    <message>
        <source>Choose a reason</source>
        <translation>选择原因</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写一条备注</translation>
    </message>
    <message>
        <source>Ctrl+Enter: %1</source>
        <translation>Ctrl+Enter：%1</translation>
    </message>
</context>
<context>
    <name>onceover::FilesFlow</name>
    <message>
        <source>The answer was lost. Reading the record to see what happened; nothing is given twice.</source>
        <translation>答复丢失。正在查阅记录以了解结果；不会重复提交。</translation>
    </message>
    <message>
        <source>Open statement files…</source>
        <translation>打开对账单文件…</translation>
    </message>
    <message>
        <source>Decide on the file…</source>
        <translation>对文件作出决定…</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <source>About the last file</source>
        <translation>关于最近的文件</translation>
    </message>
    <message>
        <source>Open statement files</source>
        <translation>打开对账单文件</translation>
    </message>
    <message>
        <source>Under way…</source>
        <translation>进行中…</translation>
    </message>
    <message>
        <source>stored; it waits for a second person</source>
        <translation>已存入；等待第二人</translation>
    </message>
    <message>
        <source>stored, and not proposed: %1</source>
        <translation>已存入，但未提请：%1</translation>
    </message>
    <message>
        <source>It is not known whether the file was stored: look at the list before you try again.</source>
        <translation>不知道文件是否已存入：再试之前请先看列表。</translation>
    </message>
    <message>
        <source>Nothing was stored.</source>
        <translation>未存入任何内容。</translation>
    </message>
    <message>
        <source>You uploaded this file: another person accepts it.</source>
        <translation>此文件由您上传：须由另一人接受。</translation>
    </message>
    <message>
        <source>Your login approves nothing.</source>
        <translation>您的登录无权批准。</translation>
    </message>
    <message>
        <source>There is nothing to decide about this file.</source>
        <translation>该文件没有需要决定的事。</translation>
    </message>
    <message>
        <source>Done: %1.</source>
        <translation>完成：%1。</translation>
    </message>
</context>
<context>
    <name>onceover::FilesPage</name>
    <message>
        <source>Statement files</source>
        <translation>对账单文件</translation>
    </message>
    <message>
        <source>Statement files with what they could have seen. Absence is only as good as coverage.</source>
        <translation>对账单文件及其可能看到的内容。缺失的可信度取决于涵盖范围。</translation>
    </message>
    <message>
        <source>Lists about statement files</source>
        <translation>关于对账单文件的列表</translation>
    </message>
    <message>
        <source>No file came yet.</source>
        <translation>尚未收到文件。</translation>
    </message>
    <message>
        <source>Fi&amp;les</source>
        <translation>文件(&amp;L)</translation>
    </message>
    <message>
        <source>Each account in one format: its last file, and when the next one is due by its own rhythm.</source>
        <translation>每个账户的每种格式：最近的文件，以及按其自身节奏下一份应到的时间。</translation>
    </message>
    <message>
        <source>Numbers, days or money that no statement shows between two that came.</source>
        <translation>在已收到的两份对账单之间，没有对账单显示的编号、日期或款项。</translation>
    </message>
    <message>
        <source>Payments that the provider calls done and no statement shows yet. Late is no exception: the statements do not reach that far.</source>
        <translation>服务商称已完成、而对账单尚未显示的付款。迟到不是异常：对账单尚未覆盖到那一天。</translation>
    </message>
    <message>
        <source>What came while nothing moved is stored and has no effect yet; its payments wait for it.</source>
        <translation>停止期间到达的内容已存入，尚未生效；相关付款在等待它。</translation>
    </message>
</context>
<context>
    <name>onceover::ListPage</name>
    <message>
        <source>Payments</source>
        <translation>付款</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Any id, payee or account · provider:stripe currency:EUR state:UNKNOWN why:deadline</source>
        <translation>任意编号、收款人或账户 · provider:stripe currency:EUR state:UNKNOWN why:deadline</translation>
    </message>
    <message numerus="yes">
        <source>first %n</source>
        <translation>
            <numerusform>前 %n 笔</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n payment(s)</source>
        <translation>
            <numerusform>%n 笔付款</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing matches this filter.</source>
        <translation>没有符合此筛选的内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n 笔新增</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>显示(&amp;S)</translation>
    </message>
</context>
<context>
    <name>onceover::MainWindow</name>
    <message>
        <source>Nothing waits on you.</source>
        <translation>没有待您处理的案件。</translation>
    </message>
    <message>
        <source>No proposal waits for your approval.</source>
        <translation>没有待您批准的提议。</translation>
    </message>
    <message>
        <source>There are no cases.</source>
        <translation>没有案件。</translation>
    </message>
    <message>
        <source>No payment&apos;s outcome is unknown.</source>
        <translation>没有结果未知的付款。</translation>
    </message>
    <message>
        <source>No payment is held.</source>
        <translation>没有暂扣的付款。</translation>
    </message>
    <message>
        <source>There are no payments yet.</source>
        <translation>尚无付款。</translation>
    </message>
    <message>
        <source>%1 · %2 · Onceover</source>
        <translation>%1 · %2 · Onceover</translation>
    </message>
    <message>
        <source>Movements that somebody else shows and that belong to no payment of ours.</source>
        <translation>他方显示、但不属于我方任何付款的资金变动。</translation>
    </message>
    <message>
        <source>Every record belongs to a payment.</source>
        <translation>每条记录都属于某笔付款。</translation>
    </message>
    <message>
        <source>Every posting twice, once a side. What is in doubt stays visible until evidence or people settle it.</source>
        <translation>每笔过账记两次，一边一次。存疑金额在证据或人员了结之前始终可见。</translation>
    </message>
    <message>
        <source>Nothing is posted yet.</source>
        <translation>尚无过账。</translation>
    </message>
    <message>
        <source>Every event of every payment, person, file and core, newest first. Each holds the digest of the one before it.</source>
        <translation>所有付款、人员、文件与核心的事件，最新在前。每个事件都含前一事件的摘要值。</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Filter, search any id</source>
        <translation>筛选，按任意编号搜索</translation>
    </message>
    <message>
        <source>To the list</source>
        <translation>回到列表</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Times in UTC or local</source>
        <translation>时间以 UTC 或本地显示</translation>
    </message>
    <message>
        <source>Ctrl+U</source>
        <translation>Ctrl+U</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>&amp;Onceover</source>
        <translation>Onceover(&amp;O)</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>What is on screen is not live: nothing can be decided on it.</source>
        <translation>屏幕内容并非实时，不能据此作出决定。</translation>
    </message>
    <message>
        <source>The desk is still being read.</source>
        <translation>仍在读取工作台。</translation>
    </message>
    <message>
        <source>This server is a standby: nothing is decided on it.</source>
        <translation>此服务器为备库，不能在其上作出决定。</translation>
    </message>
    <message>
        <source>This login does not belong to a person who may act here.</source>
        <translation>此登录账号不属于可在此操作的人员。</translation>
    </message>
    <message>
        <source>&amp;Case</source>
        <translation>案件(&amp;C)</translation>
    </message>
    <message>
        <source>The database is fenced: nothing is decided, and this version cannot arm it again.</source>
        <translation>数据库已隔离：不作任何决定，且此版本无法将其重新启用。</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
</context>
<context>
    <name>onceover::PreviewSheet</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>What was understood</source>
        <translation>读出的内容</translation>
    </message>
    <message>
        <source>&amp;Files</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>State&amp;ments</source>
        <translation>对账单(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Lines, numbered as in the file</source>
        <translation>各行，编号与文件一致(&amp;L)</translation>
    </message>
    <message>
        <source>Stored, the file waits for a second person, who sees its hash and what it covers. Until then it settles nothing, links nothing and holds nothing up.</source>
        <translation>存入后，文件等待第二人，由其查看哈希与涵盖内容。在此之前，它不结清、不关联、也不阻碍任何付款。</translation>
    </message>
    <message>
        <source>Rea&amp;son</source>
        <translation>原因(&amp;S)</translation>
    </message>
    <message>
        <source>In words, for whoever accepts it: where the file comes from</source>
        <translation>用文字说明，供接受者阅读：文件从何而来</translation>
    </message>
    <message>
        <source>N&amp;ote</source>
        <translation>备注(&amp;O)</translation>
    </message>
    <message>
        <source>S&amp;top reading</source>
        <translation>停止读取(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Store and propose</source>
        <translation>存入并提请</translation>
    </message>
    <message>
        <source>is read…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>is read: %1 lines</source>
        <translation>正在读取：%1 行</translation>
    </message>
    <message numerus="yes">
        <source>understood: %n line(s)</source>
        <translation>
            <numerusform>已读懂：%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>not to be stored</source>
        <translation>不能存入</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>SHA-256 %1</source>
        <translation>SHA-256 %1</translation>
    </message>
    <message>
        <source>The file is being read.</source>
        <translation>正在读取文件。</translation>
    </message>
    <message>
        <source>The first %1 of %2 lines are shown; all are stored.</source>
        <translation>显示 %2 行中的前 %1 行；存入时包括全部。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>This file cannot be stored as it is read now</source>
        <translation>按现在的读法，此文件不能存入</translation>
    </message>
    <message>
        <source>Choose a reason</source>
        <translation>选择原因</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写一条备注</translation>
    </message>
    <message>
        <source>The note is too long</source>
        <translation>备注过长</translation>
    </message>
    <message>
        <source>Ctrl+Enter: %1</source>
        <translation>Ctrl+Enter：%1</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>已拒绝</translation>
    </message>
</context>
<context>
    <name>onceover::ProfileEditor</name>
    <message>
        <source>New connection profile</source>
        <translation>新建连接配置</translation>
    </message>
    <message>
        <source>Connection profile</source>
        <translation>连接配置</translation>
    </message>
    <message>
        <source>PRODUCTION</source>
        <translation>生产</translation>
    </message>
    <message>
        <source>TEST</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>db1.example.com, db2.example.com</source>
        <translation>db1.example.com, db2.example.com</translation>
    </message>
    <message>
        <source>TLS, the server proves its name</source>
        <translation>TLS，服务器证明其名称</translation>
    </message>
    <message>
        <source>Socket of this machine, no TLS</source>
        <translation>本机套接字，无 TLS</translation>
    </message>
    <message>
        <source>the system&apos;s own</source>
        <translation>系统自带</translation>
    </message>
    <message>
        <source>The file of profiles cannot be written. Nothing was changed.</source>
        <translation>无法写入配置文件。未更改任何内容。</translation>
    </message>
    <message>
        <source>A profile holds no password. No core runs inside this program on such a connection: it reads and decides, and cores send from hosts of their own.</source>
        <translation>配置不保存密码。使用此类连接时，本程序内不运行核心：只负责读取和决定，由核心在各自主机上发送。</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Environment</source>
        <translation>环境(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>主机(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Port</source>
        <translation>端口(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Database</source>
        <translation>数据库(&amp;D)</translation>
    </message>
    <message>
        <source>Your &amp;login</source>
        <translation>您的登录账号(&amp;L)</translation>
    </message>
    <message>
        <source>Se&amp;curity</source>
        <translation>安全(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Root certificates</source>
        <translation>根证书(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save profile</source>
        <translation>保存配置(&amp;S)</translation>
    </message>
    <message>
        <source>C&amp;ancel</source>
        <translation>取消(&amp;A)</translation>
    </message>
</context>
<context>
    <name>onceover::ReadingBar</name>
    <message>
        <source>&amp;Read again</source>
        <translation>重新读取(&amp;R)</translation>
    </message>
    <message>
        <source>found in the file</source>
        <translation>由文件得出</translation>
    </message>
    <message>
        <source>found by the columns</source>
        <translation>由各列得出</translation>
    </message>
    <message>
        <source>where the file names none</source>
        <translation>文件未写明时填写</translation>
    </message>
    <message>
        <source>&amp;Encoding</source>
        <translation>编码(&amp;E)</translation>
    </message>
    <message>
        <source>CSV &amp;profile</source>
        <translation>CSV 配置(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Account</source>
        <translation>账户(&amp;A)</translation>
    </message>
    <message>
        <source>C&amp;urrency</source>
        <translation>币种(&amp;U)</translation>
    </message>
</context>
<context>
    <name>onceover::ReasonPanel</name>
    <message>
        <source>Why it is here</source>
        <translation>为何在此</translation>
    </message>
    <message>
        <source>What would settle it by itself</source>
        <translation>什么能使其自行了结</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>尚未满足</translation>
    </message>
    <message>
        <source>Contradiction: %1</source>
        <translation>矛盾：%1</translation>
    </message>
    <message>
        <source>%1 proposed by %2, %3: “%4”</source>
        <translation>%1，由 %2 于 %3 提出：“%4”</translation>
    </message>
    <message>
        <source>Nothing more is expected by itself.</source>
        <translation>预计不会再自行出现新情况。</translation>
    </message>
</context>
<context>
    <name>onceover::ResendChoice</name>
    <message>
        <source>With the &amp;same key</source>
        <translation>使用相同幂等键(&amp;S)</translation>
    </message>
    <message>
        <source>With a &amp;new key</source>
        <translation>使用新幂等键(&amp;N)</translation>
    </message>
    <message>
        <source>C&amp;lose the attempts whose sender may still send (both people answer for it)</source>
        <translation>关闭发送方仍可能发送的尝试（由两人共同负责）(&amp;L)</translation>
    </message>
    <message>
        <source>Choose the key</source>
        <translation>请选择幂等键</translation>
    </message>
    <message>
        <source>Wait until the attempts are closed, or close them here</source>
        <translation>请等待尝试关闭，或在此关闭</translation>
    </message>
</context>
<context>
    <name>onceover::SideList</name>
    <message>
        <source>Waiting on me</source>
        <translation>待我处理</translation>
    </message>
    <message>
        <source>Second approver</source>
        <translation>待第二人批准</translation>
    </message>
    <message>
        <source>All cases</source>
        <translation>全部案件</translation>
    </message>
    <message>
        <source>Unknown, watched</source>
        <translation>结果未知，关注中</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>暂扣</translation>
    </message>
    <message>
        <source>Orphan records</source>
        <translation>无主记录</translation>
    </message>
    <message>
        <source>Payments</source>
        <translation>付款</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>账簿</translation>
    </message>
    <message>
        <source>Audit events</source>
        <translation>审计事件</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Statement files</source>
        <translation>对账单文件</translation>
    </message>
</context>
<context>
    <name>onceover::SignInWindow</name>
    <message>
        <source>TEST</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>PRODUCTION</source>
        <translation>生产</translation>
    </message>
    <message>
        <source>Sign in for a read-only audit · Onceover</source>
        <translation>只读审计登录 · Onceover</translation>
    </message>
    <message>
        <source>Sign in · Onceover</source>
        <translation>登录 · Onceover</translation>
    </message>
    <message>
        <source>The connection works.</source>
        <translation>连接正常。</translation>
    </message>
    <message>
        <source>Connection profiles</source>
        <translation>连接配置</translation>
    </message>
    <message>
        <source>READ-ONLY AUDIT</source>
        <translation>只读审计</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Trying the connection…</source>
        <translation>正在尝试连接…</translation>
    </message>
    <message>
        <source>%1
%2 · %3</source>
        <translation>%1
%2 · %3</translation>
    </message>
    <message>
        <source>Where do you work?</source>
        <translation>您在哪里工作？</translation>
    </message>
    <message>
        <source>%1 · %2 as %3 · %4</source>
        <translation>%1 · %2，账号 %3 · %4</translation>
    </message>
    <message>
        <source>A newer Onceover wrote the profiles; this one leaves them as they are.</source>
        <translation>配置由更新版本的 Onceover 写入，本版本不作改动。</translation>
    </message>
    <message>
        <source>The file of profiles is damaged; what could be read is shown. A copy is kept before anything is written.</source>
        <translation>配置文件已损坏，仅显示可读取的部分。写入前会保留副本。</translation>
    </message>
    <message>
        <source>from the keyring, or type another</source>
        <translation>来自密钥环，也可另行输入</translation>
    </message>
    <message>
        <source>Asking the keyring…</source>
        <translation>正在询问密钥环…</translation>
    </message>
    <message>
        <source>The keyring has the password of this profile.</source>
        <translation>密钥环中存有此配置的密码。</translation>
    </message>
    <message>
        <source>Otherwise it is used for this session alone.</source>
        <translation>否则仅用于本次会话。</translation>
    </message>
    <message>
        <source>No keyring can be used here: the password is for this session alone.</source>
        <translation>此处无法使用密钥环：密码仅用于本次会话。</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Type your password.</source>
        <translation>请输入密码。</translation>
    </message>
    <message>
        <source>The file of profiles cannot be written. Nothing was changed.</source>
        <translation>无法写入配置文件。未更改任何内容。</translation>
    </message>
    <message>
        <source>Make a connection profile of your team&apos;s database with New….

To look around first, start:  onceover --demo</source>
        <translation>请用“新建…”为团队数据库建立连接配置。

如想先熟悉界面，请运行：  onceover --demo</translation>
    </message>
    <message>
        <source>&amp;Connection profiles</source>
        <translation>连接配置(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;New…</source>
        <translation>新建(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>编辑(&amp;E)…</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>删除(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>密码(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Keep it in the keyring</source>
        <translation>保存到密钥环(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Forget it</source>
        <translation>清除已存密码(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Test connection</source>
        <translation>测试连接(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Sign in</source>
        <translation>登录(&amp;S)</translation>
    </message>
</context>
<context>
    <name>onceover::StartWindow</name>
    <message>
        <source>Demo · Onceover</source>
        <translation>演示 · Onceover</translation>
    </message>
    <message>
        <source>Getting the demo ready</source>
        <translation>正在准备演示</translation>
    </message>
    <message>
        <source>A private database, a provider that answers by script and a core run on this machine, in %1. Nothing leaves it, and no real money moves. Whoever controls this desk can bypass the controls of a demo.</source>
        <translation>私有数据库、按脚本应答的渠道与核心均在本机运行，位于 %1。任何内容都不会离开本机，也不动用真实资金。控制此工作台的人可以绕过演示的管控。</translation>
    </message>
    <message>
        <source>In progress</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>✓ %1</source>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>… %1</source>
        <translation>… %1</translation>
    </message>
    <message>
        <source>✗ %1</source>
        <translation>✗ %1</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Put it aside and begin anew</source>
        <translation>另存旧演示并重新开始(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
</context>
</TS>
