/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * decisions.pml - one payment between two people and two cores: take, propose, approve, withdraw, cancel, reopen; what
 * a decision is bound to; evidence and webhooks that come late; verdicts made on older facts; attempts closed by people;
 * the loss policy's one permit.
 *
 * Every d_step is one transaction or one event of the world.
 *
 * World                                                    Bounds
 *   NOKEYS   the provider ignores provider keys              ATTEMPTS 2, 3
 *   GONE     a core may never come back                      COMMANDS of people, all together (2, 3)
 *   LOSS     the loss policy is in force                   Removed defences: M_*; REACH=n must be reachable
 *
 * What it leaves out
 *   - how a core and its journal work: sending.pml. Here a core claims, makes ready, calls and records, may stop between
 *     any two of these for ever (GONE) or be overtaken by everything, and abandons what it did not make ready.
 *   - time, as in sending.pml: leases, horizons and dates come at any moment; a horizon has passed when the attempt is
 *     closed, its request gone and its charge visible.
 *   - amounts, amount classes and partial amounts: every decision here takes two people (the stricter half).
 *   - logins, roles and officers: a person is a person here; the permission matrix and the desk's tests hold the rest.
 *   - the words of a case: "the facts" are a counter that rises with each piece of news. Screens show what was so at some
 *     moment, not always the newest; both people may look at any moment before they act.
 *   - notes, deferrals, enquiries and repeated command ids (tests/store holds those in order and in parallel), profiles.
 *   - rollback (sending.pml), other payments (matching.pml), refunds, probes and cancels at the provider (slot.pml).
 */
#ifndef ATTEMPTS
#define ATTEMPTS 2
#endif
#ifndef COMMANDS
#define COMMANDS 2
#endif
#define NONE 9

#define PENDING 0
#define SUBMITTING 1
#define SUCCEEDED 2
#define FAILED 3
#define UNKNOWN 4
#define REVIEW 5
/* grounds */
#define FIRST 0
#define AUTOMATIC 1
#define APPROVED 2
#define TOLERATED 3
/* fates */
#define POSSIBLE 0
#define HAPPENED 1
#define REFUSED 2
#define ABSENT 3
/* who closed an attempt */
#define NOBODY 0
#define CORE 1
#define PEOPLE 2
/* what is proposed */
#define CONFIRM 1
#define REJECT 2
#define RESEND_SAME 3
#define RESEND_NEW 4
/* what a look concluded */
#define V_NONE 0
#define V_NOT_HAPPENED 1
#define V_HAPPENED 2

/* ---- the database */
byte status = PENDING, kind, open = 1, openGround = FIRST, openGen = 1, current = NONE;
bit reviewed, contra, decided, refusedByPeople, exhausted, lossUsed, permitIsOld, viaAbsence;
byte taken = NONE, proposal, proposer;
bit proposalIsOld, proposalMoved;   /* material evidence since it was made; the payment moved since */
byte grounds[ATTEMPTS], gen[ATTEMPTS], closed[ATTEMPTS], fate[ATTEMPTS];
bit exists[ATTEMPTS], ready[ATTEMPTS], rec[ATTEMPTS], isAbsent[ATTEMPTS]; /* isAbsent: proof of absence is on record */
byte n;                             /* attempts so far */
/* ---- outside */
bit flying[ATTEMPTS], charged[ATTEMPTS], visible[ATTEMPTS], refusal[ATTEMPTS];
byte answer[ATTEMPTS], keyUsed[ATTEMPTS + COMMANDS + 1];
byte verdict; bit verdictIsOld;     /* a core's look: what it concluded, and whether evidence came since */
byte commands, seen[2];             /* the news each person has on the screen */
/* ---- ghosts */
byte charges, allowed, losses, approvals, asked, news, proposalNews;
bit can[ATTEMPTS];
#ifdef NOHID
byte i, t;
#else
hidden byte i, t;
#endif

#if ATTEMPTS == 2
#define ANY(f) (f(0) || f(1))
#define ALL(f) (f(0) && f(1))
#define SUM(v) (v[0] + v[1])
#else
#define ANY(f) (f(0) || f(1) || f(2))
#define ALL(f) (f(0) && f(1) && f(2))
#define SUM(v) (v[0] + v[1] + v[2])
#endif
#define onRecord SUM(rec)
#define inDoubt(a) (exists[a] && fate[a] == POSSIBLE)
#define isOpenAttempt(a) (exists[a] && closed[a] == NOBODY)
#define past(a) (!exists[a] || (closed[a] != NOBODY && !flying[a] && (!charged[a] || visible[a])))
#define isSeen(a) (charged[a] && visible[a])
#define isProvenAbsent(a) (!inDoubt(a) || isAbsent[a])
#define mayBecomeProof(a) (inDoubt(a) && !isAbsent[a])
#define live(a) (charged[a] || flying[a] || can[a])
#ifdef M_PEOPLECLOSE                               /* what people closed counts for automation too */
#define isOver(a) (!exists[a] || (closed[a] != NOBODY && fate[a] >= REFUSED))
#else
#define isOver(a) (!exists[a] || (closed[a] == CORE && fate[a] >= REFUSED))
#endif
#ifdef M_LASTONLY
#define allOver (current != NONE && isOver(current))
#else
#define allOver (n > 0 && ALL(isOver))
#endif

#define isEdge(f, to) ((f == PENDING && (to == SUBMITTING || to == FAILED || to == SUCCEEDED || to == REVIEW)) || \
  (f == SUBMITTING && (to == SUCCEEDED || to == FAILED || to == UNKNOWN)) || \
  (f == UNKNOWN && (to == SUCCEEDED || to == FAILED || to == REVIEW)) || \
  (f == REVIEW && (to == SUCCEEDED || to == FAILED || to == PENDING)) || \
  (f == FAILED && (to == PENDING || to == REVIEW)) || (f == SUCCEEDED && to == REVIEW))
inline become(to, people) {
  assert(isEdge(status, to));                                                              /* G7 */
  if :: to == FAILED && !people -> assert(!ANY(live)) :: else fi;                          /* G4 */
  status = to; decided = people; proposalMoved = (proposal != 0);
  if :: to == REVIEW -> reviewed = 1 :: else taken = NONE fi;
  if :: to != FAILED -> kind = 0 :: else fi
}
inline note() {
  contra = 1;
  if :: status == SUCCEEDED || status == FAILED || status == UNKNOWN -> become(REVIEW, 0) :: else fi
}
inline revoke() { open = 0; permitIsOld = 0 }
/* Material evidence: the version rises, a proposal is void, a permit of older facts is revoked. */
inline material() {
  news++; verdictIsOld = (verdict != V_NONE);
  if :: proposal != 0 -> proposalIsOld = 1 :: else fi;
#ifndef M_NOVOID
  proposal = 0; proposalIsOld = 0; proposalMoved = 0; proposer = 0; proposalNews = 0;
#endif
  if :: open > 0 -> permitIsOld = 1 :: else fi;
#ifndef M_NOREVOKE
  if :: status == PENDING -> revoke(); become(REVIEW, 0) :: else fi
#endif
}
inline linkCharge(a) {
  rec[a] = 1; t = NONE;
  i = 0; do :: i < ATTEMPTS ->
    if :: exists[i] && gen[i] == gen[a] && fate[i] == HAPPENED -> t = i
       :: exists[i] && gen[i] == gen[a] && fate[i] == POSSIBLE && t == NONE -> t = i
       :: else fi; i++ :: else -> break od;
  if :: t != NONE -> fate[t] = HAPPENED :: else -> fate[a] = HAPPENED; note() fi;
  if :: onRecord > 1 || status == FAILED -> note() :: else fi;
  t = 0; i = 0
}
inline settle(a, f) {
  if :: fate[a] == HAPPENED -> note() :: fate[a] == POSSIBLE -> fate[a] = f :: else fi;
  if :: status == SUBMITTING && current == a ->
        if :: allOver && !contra -> become(FAILED, 0); kind = f :: else -> become(UNKNOWN, 0) fi
     :: else fi
}

#ifdef M_OLDPERMIT                                 /* a permit of older facts is as good */
#define permitHolds 1
#else
#define permitHolds (!permitIsOld)
#endif
proctype Core(bit c) {
  byte mine = NONE;
  bit called = 0;
  do
  :: d_step { mine == NONE && status == PENDING && open > 0 && permitHolds && n < ATTEMPTS && !(c == 1 && n == 0) ->
       assert(onRecord == 0);                                                              /* G6: nothing is sent against a record */
       assert(!refusedByPeople || openGround == APPROVED);                                 /* G8: what people refused needs their new approval */
       mine = n; n++; exists[mine] = 1; gen[mine] = openGen; grounds[mine] = openGround; open = 0; permitIsOld = 0;
       if :: openGround >= APPROVED -> allowed++ :: else fi;
       become(SUBMITTING, 0); current = mine }
#ifdef M_NOREADY                                   /* the database is not asked before the call */
  :: d_step { mine != NONE && !can[mine] && !called -> can[mine] = 1 }
#else
  :: d_step { mine != NONE && !can[mine] && !called && status == SUBMITTING && closed[mine] == NOBODY -> ready[mine] = 1; can[mine] = 1 }
#endif
  :: d_step { mine != NONE && !called && can[mine] ->
       assert(closed[mine] != PEOPLE || ready[mine]);                                      /* G2: closed before it was ready is never called */
       can[mine] = 0; called = 1; flying[mine] = 1 }
  /* the answer, or none; zero bytes sent counts as a refusal here */
  :: d_step { mine != NONE && called && answer[mine] == HAPPENED ->
       if :: closed[mine] == NOBODY -> closed[mine] = CORE :: else fi;
       t = (keyUsed[gen[mine] - 1] > 0 -> keyUsed[gen[mine] - 1] - 1 : mine);
#ifdef NOKEYS
       t = mine;
#endif
       if :: fate[mine] >= REFUSED || status == FAILED -> note() :: else fi;
       fate[mine] = HAPPENED;
       if :: !rec[t] -> rec[t] = 1; if :: onRecord > 1 -> note() :: else fi :: else fi; t = 0;
       if :: status == SUBMITTING && current == mine -> become(SUCCEEDED, 0); if :: contra -> become(REVIEW, 0) :: else fi
          :: else fi;
       material(); mine = NONE; called = 0 }
  :: d_step { mine != NONE && called && answer[mine] == REFUSED ->
       if :: closed[mine] == NOBODY -> closed[mine] = CORE :: else fi;
       settle(mine, REFUSED); if :: status != FAILED -> material() :: else news++ fi; mine = NONE; called = 0 }
  :: d_step { mine != NONE && called ->             /* deadline */
       if :: closed[mine] == NOBODY -> closed[mine] = CORE :: else fi;
       if :: status == SUBMITTING && current == mine -> become(UNKNOWN, 0) :: else fi; mine = NONE; called = 0 }
  /* not called: the core's word is proof while it was not made ready */
  :: d_step { mine != NONE && !called ->
       can[mine] = 0;
       if :: closed[mine] == NOBODY -> closed[mine] = CORE;
             if :: !ready[mine] -> settle(mine, REFUSED)
                :: else -> if :: status == SUBMITTING && current == mine -> become(UNKNOWN, 0) :: else fi fi
          :: else fi;
       mine = NONE }
#ifdef GONE
  :: mine != NONE && c == 1 -> goto end_gone
#endif
  od;
end_gone: false
}

#ifdef NOKEYS
#define isReplay(a) 0
#else
#define isReplay(a) (keyUsed[gen[a] - 1] > 0)
#endif
proctype Provider(byte a) {
  do
  :: d_step { flying[a] -> flying[a] = 0 }
  :: d_step { flying[a] -> flying[a] = 0; answer[a] = HAPPENED;
       if :: isReplay(a) -> skip :: else -> charged[a] = 1; charges++; keyUsed[gen[a] - 1] = a + 1 fi }
  :: d_step { flying[a] && !isReplay(a) -> flying[a] = 0; answer[a] = REFUSED }
  :: d_step { charged[a] && !visible[a] -> visible[a] = 1 }
  /* a webhook needs no visibility and no order; a repeated one is no news */
  :: d_step { charged[a] && !rec[a] && status != SUBMITTING -> linkCharge(a); material();
       if :: status == UNKNOWN && onRecord == 1 && !contra -> become(SUCCEEDED, 0) :: else fi }
  od
}

#ifdef M_OLDVERDICT                                /* a verdict made on older facts is applied */
#define verdictHolds 1
#else
#define verdictHolds (!verdictIsOld)
#endif
#ifdef M_NORECHECK                                 /* and what it rests on is not checked again */
#define isStillAbsent 1
#else
#define isStillAbsent (onRecord == 0 && ALL(isProvenAbsent))
#endif
#ifdef M_VERDICTOVERPEOPLE                         /* although people are at work on the case */
#define peopleAreAway 1
#else
#define peopleAreAway (status != REVIEW || (taken == NONE && proposal == 0))
#endif
#ifdef M_AFTERREVIEW
#define untouched (!decided)
#else
#define untouched (!reviewed && !decided)
#endif
#ifdef NOKEYS
#define absenceIsGround 0
#else
#define absenceIsGround 1
#endif
proctype Engine() {
  do
  :: d_step { status == SUBMITTING -> become(UNKNOWN, 0) }
  /* a look: "not found" becomes evidence; what a look concludes is applied later */
  :: d_step { ALL(past) && ANY(mayBecomeProof) && onRecord == 0 && !ANY(isSeen) && status != SUBMITTING ->
       i = 0; do :: i < ATTEMPTS -> isAbsent[i] = inDoubt(i); i++ :: else -> break od; i = 0; material() }
  :: d_step { verdict == V_NONE && (status == UNKNOWN || status == REVIEW) && ANY(inDoubt) && ALL(isProvenAbsent) && onRecord == 0 ->
       verdict = V_NOT_HAPPENED; verdictIsOld = 0 }
  :: d_step { verdict == V_NONE && (status == UNKNOWN || status == REVIEW) && onRecord == 1 && !contra -> verdict = V_HAPPENED; verdictIsOld = 0 }
  :: d_step { verdict == V_NONE && (status == UNKNOWN || status == REVIEW) && allOver && onRecord == 0 && !contra && !ANY(inDoubt) ->
       verdict = V_NOT_HAPPENED; verdictIsOld = 0 }
  :: d_step { verdict != V_NONE ->
       if
       :: verdictHolds && !contra && peopleAreAway && (status == UNKNOWN || status == REVIEW) ->
          assert(status != REVIEW || (taken == NONE && proposal == 0));                    /* G8: nothing is settled under a person's hand */
          if
          :: verdict == V_HAPPENED && onRecord == 1 -> become(SUCCEEDED, 0)
          :: verdict == V_NOT_HAPPENED && isStillAbsent ->
             i = 0; do :: i < ATTEMPTS -> if :: inDoubt(i) && closed[i] != NOBODY -> fate[i] = ABSENT; viaAbsence = 1 :: else fi; i++ :: else -> break od; i = 0;
             news++; if :: allOver -> become(FAILED, 0); kind = ABSENT :: else fi
          :: else
          fi
       :: else
       fi;
       verdict = V_NONE; verdictIsOld = 0 }
  /* the date, or somebody takes the case */
  :: d_step { status == UNKNOWN -> become(REVIEW, 0); exhausted = 1 }
  :: d_step { status == FAILED && untouched && allOver && onRecord == 0 && !contra && n < ATTEMPTS && (absenceIsGround || (kind != ABSENT && !viaAbsence)) ->
       assert(!refusedByPeople);                                                           /* G4: automation sends nothing that people refused */
       if :: kind == REFUSED && !viaAbsence -> openGen++ :: else fi;
       open++; openGround = AUTOMATIC; permitIsOld = 0; become(PENDING, 0) }
#ifdef LOSS
#ifdef M_LOSSAGAIN
#define lossLeft (!refusedByPeople)
#elif defined(M_LOSSAFTERREJECT)                   /* people turned it down, and the policy sends it all the same */
#define lossLeft (!lossUsed)
#else
#define lossLeft (!lossUsed && !refusedByPeople)
#endif
  :: d_step { status == REVIEW && exhausted && lossLeft && !contra && proposal == 0 && taken == NONE && onRecord == 0 && n > 0 && n < ATTEMPTS && !ANY(isOpenAttempt) ->
       lossUsed = 1; losses++; open++; openGround = TOLERATED; permitIsOld = 0; become(PENDING, 0) }
#endif
  od
}

#ifdef M_SAMEPERSON
#define isOther(p) 1
#else
#define isOther(p) (p != proposer)
#endif
#ifdef M_NOVERSION
#define hasNotMoved 1
#else
#define hasNotMoved (!proposalMoved)
#endif
#ifdef M_NODIGEST
#define factsHold 1
#else
#define factsHold (!proposalIsOld)
#endif
#ifdef M_RESENDONRECORD
#define mayResend 1
#else
#define mayResend (onRecord == 0 && !contra)
#endif
inline endProposal() { proposal = 0; proposalIsOld = 0; proposalMoved = 0; proposer = 0; proposalNews = 0 }
proctype Person(bit p) {
  do
  /* reads the case; may act on it much later */
  :: d_step { seen[p] != news -> seen[p] = news }
  :: d_step { commands < COMMANDS && status == REVIEW && taken == NONE -> commands++; taken = p }
  :: d_step { taken == p -> taken = NONE }
  /* what is proposed is bound to what is on this person's screen */
  :: atomic { commands < COMMANDS && status == REVIEW && proposal == 0 && (taken == NONE || taken == p) && seen[p] == news ->
       commands++; proposer = p; proposalIsOld = 0; proposalMoved = 0; proposalNews = news;
       if :: proposal = CONFIRM
          :: proposal = REJECT
          :: mayResend && n < ATTEMPTS && n > 0 -> proposal = RESEND_SAME; asked++
          :: mayResend && n < ATTEMPTS && n > 0 -> proposal = RESEND_NEW; asked++
       fi }
  :: d_step { proposal != 0 && isOther(p) && status == REVIEW && hasNotMoved && factsHold && (proposal < RESEND_SAME || (mayResend && n < ATTEMPTS)) ->
       assert(p != proposer);                                                              /* G8: two persons */
       assert(proposalNews == news);                                                       /* G8: on the facts of now */
       if
       :: proposal == CONFIRM -> become(SUCCEEDED, 1); refusedByPeople = 0
       :: proposal == REJECT -> become(FAILED, 1); refusedByPeople = 1
       :: else ->
          assert(onRecord == 0);                                                           /* G6 */
          /* people close what is open, naming the core */
          i = 0; do :: i < ATTEMPTS -> if :: isOpenAttempt(i) -> closed[i] = PEOPLE :: else fi; i++ :: else -> break od; i = 0;
          if :: proposal == RESEND_NEW -> openGen++ :: else fi;
          approvals++; open++; openGround = APPROVED; permitIsOld = 0; become(PENDING, 1); refusedByPeople = 0
       fi;
#ifdef M_NOEND                                     /* a decision in force stays open for another approval */
       proposalMoved = 0
#else
       endProposal()
#endif
     }
  :: d_step { proposal != 0 -> endProposal() }
  /* a settled payment is reopened; a waiting one is cancelled before its send */
  :: d_step { commands < COMMANDS && (status == SUCCEEDED || status == FAILED) -> commands++; become(REVIEW, 1) }
  :: d_step { commands < COMMANDS && status == PENDING -> commands++;
#ifndef M_CANCELKEEPS                              /* the permit outlives the cancel */
       revoke();
#endif
       if :: n == 0 || allOver -> become(FAILED, 1); refusedByPeople = 1 :: else -> become(REVIEW, 1) fi }
  od
}

#ifdef REACH
#if REACH == 1                 /* a resend under a new key and the first send both charge: allowed, and shown */
#define reached (charges == 2 && allowed == 1 && status == REVIEW && contra)
#elif REACH == 2               /* rejected, and found all the same */
#define reached (refusedByPeople && onRecord == 1 && status == REVIEW && contra)
#elif REACH == 3               /* an approved permit is revoked by a webhook */
#define reached (approvals == 1 && allowed == 0 && status == SUCCEEDED && onRecord == 1)
#elif REACH == 4               /* a paused core calls after people closed its attempt */
#define reached (closed[0] == PEOPLE && charged[0] && charged[1])
#elif REACH == 5               /* the loss policy pays once more */
#define reached (losses == 1 && charges == 2)
#endif
#endif
active proctype Monitor() {
  atomic { run Core(0); run Core(1); run Provider(0); run Provider(1);
#if ATTEMPTS > 2
    run Provider(2);
#endif
    run Engine(); run Person(0); run Person(1) };
end_watch:
  do
#ifdef REACH
  :: d_step { reached -> assert(!reached) }                                                /* REACH */
#endif
  :: d_step { charges > 1 + allowed -> assert(charges <= 1 + allowed) }                    /* G5 */
  :: d_step { losses > 1 -> assert(losses <= 1) }                                          /* G5: the loss policy once, ever */
  :: d_step { approvals > asked -> assert(approvals <= asked) }                            /* G1: one ground, one permit */
  :: d_step { (status == PENDING) != (open == 1) || open > 1 -> assert((status == PENDING) == (open == 1) && open <= 1) } /* G1 */
  :: d_step { status == FAILED && !decided && onRecord > 0 -> assert(!(status == FAILED && !decided && onRecord > 0)) } /* G7: a known charge never rests in FAILED */
  :: d_step { status == SUCCEEDED && !decided && charges == 0 -> assert(!(status == SUCCEEDED && !decided && charges == 0)) } /* G3 */
  :: timeout -> d_step { assert(status == SUCCEEDED || status == FAILED || status == REVIEW || (status == PENDING && n == ATTEMPTS)) }; goto end_done /* L */
  od;
end_done: false
}
