/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sending.pml - one payment, two cores: ids, claim, look, readiness, journal, call, result, lease, absence, automatic
 * grounds; a database that goes back (ROLLBACK), with CHECKING and re-arming.
 *
 * Every d_step is one transaction of the database, one durable write of a journal, or one event of the world. A pause
 * needs no code: any process may be overtaken between two steps by all others.
 *
 * World                                                    Bounds
 *   NOKEYS   the provider ignores provider keys              IDS      attempt ids that the cores take (2, 3)
 *   KEYSDIE  it forgets a key at any time                    CRASHES  ends of processes, both cores together
 *   LINGER   requests and records outlast the horizon      Removed defences
 *   IMAGE    a crash may bring back an older journal         M_*      see the lines that name them, and rows.txt
 *   ROLLBACK the database goes back once, silently           REACH=n  a state that must be reachable
 *
 * What it leaves out (each makes the model's world either wider or the statement narrower, as said)
 *   - time: lease, age of a claim, deadline, dates of looks may come at any moment (wider). The horizon of an attempt
 *     has passed when it is closed, its request no longer on its way and its charge visible (the provider's declared
 *     limits); with LINGER when it is closed (wider).
 *   - a refused key may be executed later under a new request (wider: some providers replay refusals).
 *   - no key dies between the claim that counted on it and the end of that send, and a forgotten key takes its requests
 *     with it: outside are cores stopped for longer than a key lives between their last look at the clock and their first
 *     byte, and providers whose requests outlast their keys (narrower).
 *   - REJECTED_FINAL is a retryable refusal after which no ground is granted (same).
 *   - the journal's RECORDED and ABANDONED are written with the transaction that they follow: both are reads when
 *     repeated. One claim per core is on the wire at a time. Free ids of a dead process are not used again.
 *   - verdict and answer are one step; decisions.pml has the race between them, and all of people but re-arming.
 *   - one rollback; it ends every session, as the loss of a server does. Journals are not lost (decisions.pml: closed
 *     by people), and both cores come back in the end.
 *   - several payments, records of other layers, refunds, probes: matching.pml, refunds.pml, slot.pml.
 */
#ifndef IDS
#define IDS 2
#endif
#ifndef CRASHES
#define CRASHES 1
#endif
#define NONE 9

#define PENDING 0
#define SUBMITTING 1
#define SUCCEEDED 2
#define FAILED 3
#define UNKNOWN 4
#define REVIEW 5
/* ids, in the registry where a look and a late claim meet */
#define FREE 0
#define CLAIMED 1
#define VOID 2
/* fates */
#define POSSIBLE 0
#define HAPPENED 1
#define NOT_SENT 2
#define REFUSED 3
#define ABSENT 4
/* a core's journal */
#define INTENT 1
#define CALLING 2
#define RESULT 3
#define ENDED 4
/* answers */
#define A_NONE 0
#define A_OK 1
#define A_REFUSED 2
#define A_LOST 3
#define A_ZERO 4
/* a claim on the wire */
#define W_NONE 0
#define W_SENT 1
#define W_OK 2
#define W_NOTHING 3
/* incarnation */
#define ARMED 0
#define CHECKING 1
#define FENCED 2

/* ---- the database: what a rollback takes back */
byte status = PENDING, kind, open = 1, openGen = 1, current = NONE;
bit reviewed, contra, viaAbsence;
byte idState[IDS], gen[IDS], fate[IDS];
bit ready[IDS], closed[IDS], rec[IDS];
/* ---- outside */
byte incarnation = ARMED;
byte nextId, owner[IDS], journal[IDS], said[IDS];
byte wire[2], wid[2], crashes;
bit waits[2], session[2], witnessed[2], hasCalling[IDS];
byte answer[IDS];
bit flying[IDS], refusal[IDS], charged[IDS], visible[IDS], keyDead[IDS];
byte keyUsed[IDS];             /* by generation - 1: 1 + the attempt that was charged under the key */
bit askOn, askFresh, askPast;
/* hasCalling: the call is in the journal, also of an attempt that the journal shows as ended */
/* ---- ghosts: for the properties alone */
byte charges, claims;
bit can[IDS], wasCommitted[IDS], sent[IDS], rearmed;
#ifdef ROLLBACK
byte phase;
byte sStatus, sKind, sOpen, sOpenGen, sCurrent; bit sReviewed, sContra, sViaAbsence;
byte sIdState[IDS], sGen[IDS], sFate[IDS]; bit sReady[IDS], sClosed[IDS], sRec[IDS];
#endif
#ifdef NOHID
byte i, k, t, n, x;
#else
hidden byte i, k, t, n, x;
#endif

#if IDS == 2
#define ANY(f) (f(0) || f(1))
#define ALL(f) (f(0) && f(1))
#define SUM(v) (v[0] + v[1])
#else
#define ANY(f) (f(0) || f(1) || f(2))
#define ALL(f) (f(0) && f(1) && f(2))
#define SUM(v) (v[0] + v[1] + v[2])
#endif

#define armed (incarnation == ARMED)
#ifdef M_NORECHECK                                 /* the claim trusts what was picked before */
#define stillPending 1
#else
#define stillPending (status == PENDING)
#endif
#ifdef M_NOREGISTRY                                /* no registry of ids: a voided one may still claim */
#define isIdFree(a) (idState[a] != CLAIMED)
#else
#define isIdFree(a) (idState[a] == FREE)
#endif
#ifdef M_NOREADYMARK                               /* the core's word is believed even after it was ready */
#define provesNotSent(a, called) (!called)
#else
#define provesNotSent(a, called) (!called && !ready[a])
#endif
#ifdef M_UNCLOSED                                  /* absence counts although a sender may still send */
#define closedEnough 1
#else
#define closedEnough ALL(isClosed)
#endif
#ifdef M_NOCOVER                                   /* and although it was asked before the last attempt ended */
#define freshEnough 1
#else
#define freshEnough askFresh
#endif
#define untouched (!reviewed)
#if defined(NOKEYS) && !defined(M_ABSENTNOKEYS)
#define absenceIsGround 0
#else
#define absenceIsGround 1
#endif
#ifdef M_NOKEYCHECK
#define keyLives 1
#else
#define keyLives (!(viaAbsence && keyDead[openGen - 1]))
#endif
#define exists(a) (idState[a] == CLAIMED)
#define isOver(a) (!exists(a) || (closed[a] && fate[a] >= NOT_SENT))
#define isClosed(a) (!exists(a) || closed[a])
#define inDoubt(a) (exists(a) && fate[a] == POSSIBLE)
#define past(a) (!exists(a) || (!flying[a] && (!charged[a] || visible[a])))
#define pastButHidden(a) (!exists(a) || !flying[a])
#define isSeen(a) (charged[a] && visible[a])
#define onRecord SUM(rec)
#define live(a) (charged[a] || flying[a] || can[a])
#define isLost(a) (sent[a] && !exists(a))
#define mayUseFirstKey(a) (gen[a] == 1 && (can[a] || (status == SUBMITTING && current == a)))

#ifdef M_UNCLOSED
#define isEnded(a) (!exists(a) || fate[a] >= NOT_SENT)
#define allOver ALL(isEnded)
#else
#define allOver ALL(isOver)
#endif

/* The table of section 4; the trigger guard_payment has the same. */
#define isEdge(f, to) ((f == PENDING && (to == SUBMITTING || to == FAILED || to == SUCCEEDED || to == REVIEW)) || \
  (f == SUBMITTING && (to == SUCCEEDED || to == FAILED || to == UNKNOWN)) || \
  (f == UNKNOWN && (to == SUCCEEDED || to == FAILED || to == REVIEW)) || \
  (f == REVIEW && (to == SUCCEEDED || to == FAILED || to == PENDING)) || \
  (f == FAILED && (to == PENDING || to == REVIEW)) || (f == SUCCEEDED && to == REVIEW))

inline become(to) {
#ifndef ONLYMONEY
  assert(isEdge(status, to));                                                              /* G7 */
#ifndef LINGER
  if :: to == FAILED -> assert(!ANY(live)) :: else fi;                                     /* G4 */
#endif
#endif
  status = to;
  if :: to == REVIEW -> reviewed = 1 :: else fi
}
inline revoke() {
#ifndef M_NOREVOKE
  open = 0;
#endif
  skip
}
inline note(c) {                              /* a contradiction is on record */
  contra = 1;
  if :: status == SUCCEEDED || status == FAILED || status == UNKNOWN -> become(REVIEW) :: else fi
}

/* ---- transactions ---- */
inline claimTx(c) {
  x = wid[c];
  if
  :: armed && stillPending && open > 0 && isIdFree(x) ->
     if
#ifndef M_NOKEYCHECK
     :: viaAbsence && keyDead[openGen - 1] -> revoke(); become(REVIEW); wire[c] = W_NOTHING
#endif
     :: else ->
#ifndef ONLYMONEY
        assert(!ANY(isLost));                                                              /* G9 */
        assert(onRecord == 0);                                                             /* G6: nothing is sent against a record */
#endif
        idState[x] = CLAIMED; gen[x] = openGen; wasCommitted[x] = 1; claims++;
#ifndef M_MULTIUSE                                 /* the permit is used up by its attempt */
        open = 0;
#endif
        become(SUBMITTING); current = x; wire[c] = W_OK
     fi
  :: else -> wire[c] = W_NOTHING
  fi;
  if :: !waits[c] -> wire[c] = W_NONE :: else fi
}
inline close(a) {
  closed[a] = 1; askFresh = 0
}
inline settleRefused(a, f) {                       /* an answer or a word that proves: not this one */
  if :: fate[a] == HAPPENED -> note(0)
     :: fate[a] == POSSIBLE -> fate[a] = f
     :: else fi;
  if :: (status == SUBMITTING && current == a) || (status == UNKNOWN && f == NOT_SENT) ->
        if :: allOver && !contra -> kind = f; become(FAILED)
           :: else -> if :: status == SUBMITTING -> become(UNKNOWN) :: else fi fi
     :: status == PENDING -> revoke(); become(REVIEW)
     :: else fi
}
inline linkCharge(a) {                             /* the record of charge a is on record; it names a key, not an attempt */
  rec[a] = 1; t = NONE; n = NONE;
  i = 0; do :: i < IDS ->
    if :: exists(i) && gen[i] == gen[a] && fate[i] == HAPPENED -> t = i
       :: exists(i) && gen[i] == gen[a] && fate[i] == POSSIBLE && t == NONE -> t = i
       :: exists(i) && gen[i] == gen[a] && n == NONE -> n = i
       :: else fi; i++ :: else -> break od;
  if :: t != NONE -> fate[t] = HAPPENED
     :: else -> if :: n != NONE -> fate[n] = HAPPENED :: else fi;
#ifndef M_FLIP                                     /* a charge after a failure is a contradiction */
        note(0)
#else
        skip
#endif
     fi;
  if :: onRecord > 1 -> note(0) :: else fi;
  t = 0; n = 0
}
inline apply() {                                   /* what is on record and unique settles what is open */
  if
  :: status == PENDING && onRecord > 0 -> revoke(); become(REVIEW)
  :: status == UNKNOWN && onRecord == 1 && !contra -> become(SUCCEEDED)
  :: status == FAILED && onRecord > 0 ->
#ifdef M_FLIP
     become(SUCCEEDED)
#else
     note(0)
#endif
  :: else
  fi
}
inline recordTx(a) {
  close(a);
  if
  :: !armed -> skip                                /* stored; nothing moves, re-arming reads it */
  :: armed && said[a] == A_OK ->
     i = keyUsed[gen[a] - 1]; x = (i > 0 -> i - 1 : a); i = 0;
#ifdef NOKEYS
     x = a;
#endif
     if :: fate[a] >= NOT_SENT -> note(0) :: else fi;
     fate[a] = HAPPENED;
     if :: !rec[x] -> rec[x] = 1; if :: onRecord > 1 -> note(0) :: else fi :: else fi;
     if :: status == SUBMITTING && current == a -> become(SUCCEEDED); if :: contra -> become(REVIEW) :: else fi
        :: else -> apply() fi
  :: armed && said[a] == A_LOST ->
#ifdef M_TIMEOUTFAIL                               /* time passing is taken as a refusal */
     settleRefused(a, REFUSED)
#else
     if :: status == SUBMITTING && current == a -> become(UNKNOWN) :: else fi; apply()
#endif
  :: armed && said[a] == A_REFUSED -> settleRefused(a, REFUSED)
  :: armed && said[a] == A_ZERO -> settleRefused(a, NOT_SENT)
  fi
}
/* The core's word that it will not send: proof only if the database was never told that the call was ready. */
inline abandonTx(a, called) {
  if
  :: closed[a] -> skip
  :: else -> close(a);
     if
     :: provesNotSent(a, called) -> settleRefused(a, NOT_SENT)
     :: else -> if :: status == SUBMITTING && current == a -> become(UNKNOWN) :: else fi; apply()
     fi
  fi
}

#define isWaiting (armed && status == PENDING && open > 0)
#define isMine(a) (a < nextId && owner[a] == c && journal[a] < ENDED && a != mine)
#define mustSettle ANY(isMine)
#ifdef M_NOENDS                                    /* that the attempt is there is enough, whatever became of its end */
#define lostItsEnd(a) 0
#else
#define lostItsEnd(a) (journal[a] == ENDED && exists(a) && !closed[a])
#endif
#define lacks(a) (a < nextId && owner[a] == c && ((hasCalling[a] && !exists(a)) || lostItsEnd(a)))

proctype Core(bit c) {
  byte mine = NONE;
  bit atCall = 0;                                  /* 0: claimed, 1: made ready, 2: CALLING is durable, 3: sent */
  byte at = 0;
  do
  /* INTENT, then the claim, on a session of its own. An id that was not used is offered again. */
  :: d_step { mine == NONE && at == 0 && wire[c] == W_NONE && !mustSettle && isWaiting && nextId < IDS && !(c == 1 && nextId == 0) ->
       mine = nextId; nextId++; owner[mine] = c; journal[mine] = INTENT;
       wid[c] = mine; wire[c] = W_SENT; waits[c] = 1; session[c] = 1 }
  :: d_step { mine != NONE && at == 0 && wire[c] == W_NONE && !mustSettle && isWaiting ->
       wid[c] = mine; wire[c] = W_SENT; waits[c] = 1; session[c] = 1 }
  /* the server comes to the claim, whatever has become of its sender; or it never arrives */
  :: d_step { wire[c] == W_SENT -> claimTx(c) }
  :: d_step { wire[c] == W_SENT && !waits[c] -> wire[c] = W_NONE }
  :: d_step { mine != NONE && at == 0 && waits[c] && wire[c] == W_OK -> wire[c] = W_NONE; waits[c] = 0; at = 1 }
  :: d_step { mine != NONE && at == 0 && waits[c] && wire[c] == W_NOTHING -> wire[c] = W_NONE; waits[c] = 0; can[mine] = 0 }
  /* doubt about the commit: no call; the id is looked up like one that a dead process left behind */
  :: d_step { mine != NONE && at == 0 && waits[c] && (wire[c] == W_SENT || wire[c] == W_OK) ->
       waits[c] = 0; if :: wire[c] == W_OK -> wire[c] = W_NONE :: else fi;
#ifdef M_DOUBTCALLS                                /* doubt is taken for success */
       at = 1
#else
       can[mine] = 0; mine = NONE
#endif
     }
  /* right before the call the database is asked, on the claim's own session */
#ifdef M_NOREADY
  :: d_step { at == 1 -> can[mine] = 1; at = 2 }
#else
  :: d_step { at == 1 && armed && session[c] && status == SUBMITTING && exists(mine) && !closed[mine] && !ready[mine] ->
       ready[mine] = 1; can[mine] = 1; at = 2 }
#endif
  /* refused, too old, or any doubt: not called */
  :: d_step { at == 1 || at == 2 -> can[mine] = 0; mine = NONE; at = 0 }
#ifdef M_LATECALLING                               /* the journal hears of the call after it */
  :: d_step { at == 2 -> at = 3 }
  :: d_step { at == 4 && journal[mine] == INTENT -> journal[mine] = CALLING; hasCalling[mine] = 1 }
#else
  :: d_step { at == 2 -> journal[mine] = CALLING; hasCalling[mine] = 1; at = 3 }
#endif
  :: d_step { at == 3 ->
#ifndef M_LATECALLING
       assert(journal[mine] == CALLING);
#endif
       assert(wasCommitted[mine]);                                                         /* G2 */
       assert(!sent[mine]);                                                                /* G1: one permit, one send */
       can[mine] = 0; sent[mine] = 1; flying[mine] = 1; answer[mine] = A_NONE; at = 4 }
  :: d_step { at == 3 -> can[mine] = 0; journal[mine] = RESULT; said[mine] = A_ZERO; mine = NONE; at = 0 }
  :: d_step { at == 4 && answer[mine] != A_NONE -> journal[mine] = RESULT; said[mine] = answer[mine]; mine = NONE; at = 0 }
  :: d_step { at == 4 -> journal[mine] = RESULT; said[mine] = A_LOST; mine = NONE; at = 0 }
  /* what the journal shows as open is brought to its end, by this process or the next */
  :: d_step { mustSettle && incarnation != CHECKING ->
       x = 0; do :: !isMine(x) -> x++ :: else -> break od; k = x;
       if
       :: journal[k] == RESULT && exists(k) -> recordTx(k); journal[k] = ENDED
       :: journal[k] == CALLING && exists(k) && armed -> abandonTx(k, 1); journal[k] = ENDED
       :: journal[k] == INTENT && exists(k) && armed -> abandonTx(k, 0); journal[k] = ENDED
       :: journal[k] == INTENT && !exists(k) ->
#ifndef M_NOVOID                                   /* a look that finds nothing makes the id void */
          idState[k] = VOID;
#endif
          journal[k] = ENDED
       :: else
       fi; k = 0; x = 0; i = 0 }
  /* the process dies; its sessions with it */
  :: d_step { crashes < CRASHES && (mine != NONE || mustSettle) ->
       crashes++; waits[c] = 0; if :: wire[c] >= W_OK -> wire[c] = W_NONE :: else fi; session[c] = 0;
       if :: mine != NONE -> can[mine] = 0; answer[mine] = A_NONE :: else fi;
       mine = NONE; at = 0 }
#ifdef IMAGE
  /* the machine comes back from an image of before its call */
  :: d_step { crashes < CRASHES && at >= 3 ->
       crashes++; waits[c] = 0; session[c] = 0; can[mine] = 0; answer[mine] = A_NONE; journal[mine] = INTENT; hasCalling[mine] = 0; mine = NONE; at = 0 }
#endif
#ifdef M_NOLOCK
  /* a second process on the same journal settles what the first is about to call */
  :: d_step { mine != NONE && (at == 1 || at == 2) && exists(mine) && armed -> abandonTx(mine, 0); x = 0; i = 0 }
#endif
#ifdef ROLLBACK
  /* every core looks for what it called, when it is not between claim and call itself; what is missing fences, and the
   * last one to find all arms */
  :: d_step { phase == 2 && !armed && !witnessed[c] && !waits[c] && (at == 0 || at == 4) ->
       witnessed[c] = 1;
       if :: ANY(lacks) -> incarnation = FENCED
#ifdef M_ONEWITNESS                                /* the first core's word suffices */
          :: else -> incarnation = (incarnation == CHECKING -> ARMED : FENCED)
#else
          :: else -> if :: witnessed[0] && witnessed[1] && incarnation == CHECKING -> incarnation = ARMED :: else fi
#endif
       fi }
#endif
  od
}

#ifdef NOKEYS
#define isReplay(a) 0
#else
#define isReplay(a) (keyUsed[gen[a] - 1] > 0 && !keyDead[gen[a] - 1])
#endif
#define isTwin(a, b) (a != b && exists(b) && gen[b] == gen[a])
#if IDS == 2
#define isAlone(a) (!isTwin(a, 0) && !isTwin(a, 1))
#else
#define isAlone(a) (!isTwin(a, 0) && !isTwin(a, 1) && !isTwin(a, 2))
#endif
proctype Provider(byte a) {
  byte g = 0;
  do
  :: d_step { flying[a] && g == 0 -> g = gen[a] }
  :: d_step { flying[a] && g > 0 -> flying[a] = 0 }                                        /* lost */
  :: d_step { flying[a] && g > 0 ->
       flying[a] = 0; answer[a] = A_OK;
       if :: isReplay(a) -> skip
          :: else -> charged[a] = 1; charges++; keyUsed[g - 1] = a + 1; keyDead[g - 1] = 0 fi }
  :: d_step { flying[a] && g > 0 && !isReplay(a) -> flying[a] = 0; answer[a] = A_REFUSED; refusal[a] = 1 }
  :: d_step { charged[a] && !visible[a] -> visible[a] = 1 }
  /* a refusal found under a key with one attempt is that attempt's; under a key with two it is nobody's */
  :: d_step { refusal[a] && exists(a) && closed[a] && fate[a] == POSSIBLE && armed && status != SUBMITTING && isAlone(a) ->
       fate[a] = REFUSED; refusal[a] = 0;
       if :: status == UNKNOWN && allOver && onRecord == 0 && !contra -> kind = REFUSED; become(FAILED) :: else fi }
#ifdef M_ONEREFUSAL                                /* or the last attempt's */
  :: d_step { refusal[a] && a + 1 < IDS && exists(a + 1) && gen[a + 1] == gen[a] && closed[a + 1] && fate[a + 1] == POSSIBLE && status == UNKNOWN ->
       fate[a + 1] = REFUSED; refusal[a] = 0; if :: allOver && onRecord == 0 -> kind = REFUSED; become(FAILED) :: else fi }
#endif
  /* asked, or told by a webhook: the charge is on record at any time after it is visible */
  :: d_step { isSeen(a) && !rec[a] && exists(a) && armed && status != SUBMITTING -> linkCharge(a); apply(); i = 0 }
  od
}

proctype Engine() {
  do
  /* the lease is over, as any core sees it; it closes nothing */
  :: d_step { status == SUBMITTING && armed ->
#ifdef M_LEASECLOSES
       close(current);
#endif
       become(UNKNOWN); apply() }
  /* "not found", asked once what could still come has come; what counts is what was so when it was asked */
  :: d_step { !askOn && armed && (status == UNKNOWN || status == REVIEW) && ANY(inDoubt) && !ANY(isSeen) && onRecord == 0 && !contra && closedEnough ->
       askOn = 1; askFresh = 1;
#ifdef LINGER
       askPast = 1
#elif defined(M_NOLAG)
       askPast = ALL(pastButHidden)
#else
       askPast = ALL(past)
#endif
     }
  :: d_step { askOn ->
       if
       :: armed && askPast && onRecord == 0 && !contra && (status == UNKNOWN || status == REVIEW) && closedEnough && freshEnough ->
          i = 0; do :: i < IDS -> if :: inDoubt(i) -> fate[i] = ABSENT; viaAbsence = 1 :: else fi; i++ :: else -> break od;
          i = 0; if :: allOver -> kind = ABSENT; become(FAILED) :: else fi
       :: else
       fi;
       askOn = 0; askFresh = 0; askPast = 0 }
  /* all ended otherwise: the verdict needs no question */
  :: d_step { armed && status == UNKNOWN && allOver && onRecord == 0 && !contra && claims > 0 && !ANY(inDoubt) -> kind = REFUSED; become(FAILED) }
  /* the date, or a person */
  :: d_step { status == UNKNOWN && armed -> become(REVIEW) }
  /* the next permit, by itself */
  :: d_step { armed && status == FAILED && allOver && onRecord == 0 && !contra && nextId < IDS && untouched && keyLives &&
              (absenceIsGround || (kind != ABSENT && !viaAbsence)) ->
#ifdef M_GENABSENCE                                /* every permit has a new key */
       openGen++;
#else
       if :: kind != ABSENT && !viaAbsence -> openGen++ :: else fi;
#endif
       open++; become(PENDING) }
#ifdef KEYSDIE
  :: d_step { keyUsed[0] > 0 && !keyDead[0] && !ANY(mayUseFirstKey) -> keyDead[0] = 1;
       i = 0; do :: i < IDS -> if :: gen[i] == 1 -> flying[i] = 0 :: else fi; i++ :: else -> break od; i = 0 }
#endif
  od
}

#ifdef ROLLBACK
#ifdef M_REARMEARLY                                /* re-armed while a core may still be between claim and call */
#define allStand 1
#else
#define allStand (witnessed[0] && witnessed[1])
#endif
#if IDS == 2
#define copy(d, s) d[0] = s[0]; d[1] = s[1]
#else
#define copy(d, s) d[0] = s[0]; d[1] = s[1]; d[2] = s[2]
#endif
proctype Disaster() {
end_before:
  d_step { phase == 0 && !askOn -> phase = 1;
    sStatus = status; sKind = kind; sOpen = open; sOpenGen = openGen; sCurrent = current; sReviewed = reviewed; sContra = contra;
    sViaAbsence = viaAbsence; copy(sIdState, idState); copy(sGen, gen); copy(sFate, fate); copy(sReady, ready); copy(sClosed, closed);
    copy(sRec, rec) };
  d_step { phase == 1 -> phase = 2;
    status = sStatus; kind = sKind; open = sOpen; openGen = sOpenGen; current = sCurrent; reviewed = sReviewed; contra = sContra;
    viaAbsence = sViaAbsence; copy(idState, sIdState); copy(fate, sFate); copy(ready, sReady); copy(closed, sClosed); copy(rec, sRec);
    /* what was on the wire is gone with its sessions; what is settled again later is settled again */
    i = 0; do :: i < 2 -> session[i] = 0; if :: wire[i] == W_SENT && !waits[i] -> wire[i] = W_NONE :: wire[i] == W_SENT -> wire[i] = W_NOTHING :: else fi;
      i++ :: else -> break od;
    askOn = 0; askFresh = 0; askPast = 0;
    sStatus = 0; sKind = 0; sOpen = 0; sOpenGen = 0; sCurrent = 0; sReviewed = 0; sContra = 0; sViaAbsence = 0;
    i = 0; do :: i < IDS -> sIdState[i] = 0; sGen[i] = 0; sFate[i] = 0; sReady[i] = 0; sClosed[i] = 0; sRec[i] = 0; i++ :: else -> break od; i = 0;
#ifdef M_NOCHECKING                                /* the database trusts itself */
    incarnation = ARMED
#else
    incarnation = CHECKING
#endif
  };
end_fenced:
  /* two people re-arm, when every core has stood still since: what the journals hold is on record again, with ground and generation, and nothing of before is
   * sent by itself */
  d_step { incarnation == FENCED && allStand ->
    i = 0; do :: i < nextId ->
#ifdef M_REARMOPEN                                 /* only what the journals show as open */
      if :: !exists(i) && hasCalling[i] && journal[i] != ENDED ->
#elif defined(M_REARMONE)                          /* only one core's journal */
      if :: !exists(i) && hasCalling[i] && owner[i] == 0 ->
#else
      if :: !exists(i) && hasCalling[i] ->
#endif
            idState[i] = CLAIMED; fate[i] = POSSIBLE; ready[i] = 1; closed[i] = 0 :: else fi;
      if :: exists(i) && !closed[i] && journal[i] == ENDED ->
            journal[i] = (said[i] != A_NONE -> RESULT : (hasCalling[i] -> CALLING : INTENT)) :: else fi;
      if :: exists(i) && gen[i] > openGen -> openGen = gen[i] :: else fi;
      i++ :: else -> break od; i = 0;
    rearmed = 1; contra = 0; open = 0;
    status = REVIEW; reviewed = 1; incarnation = ARMED };
end_done:
  false
}
#endif

#ifndef ROLLBACK
#define isAtRest (status == SUCCEEDED || status == FAILED || status == REVIEW || (status == PENDING && nextId == IDS))
#else
#define isAtRest (status == SUCCEEDED || status == FAILED || status == REVIEW || (status == PENDING && nextId == IDS) || !armed)
#endif
#ifdef REACH
#if REACH == 1                 /* two attempts, one charge, SUCCEEDED */
#define reached (claims == 2 && status == SUCCEEDED && charges == 1)
#elif REACH == 2               /* a claim is void before it arrives, and another one pays */
#define reached (idState[0] == VOID && status == SUCCEEDED && charges == 1)
#elif REACH == 3               /* absence, a second send under the same key, the first executes: one charge, SUCCEEDED */
#define reached (viaAbsence && claims == 2 && charges == 1 && charged[0] && status == SUCCEEDED)
#elif REACH == 4               /* a permit is revoked by evidence that came late */
#define reached (status == REVIEW && open == 0 && onRecord == 1 && fate[0] == HAPPENED)
#elif REACH == 5               /* a send that the database lost is on record again, and found */
#define reached (rearmed && exists(0) && charged[0] && rec[0])
#endif
#endif
active proctype Monitor() {
  atomic { run Core(0); run Core(1); run Provider(0); run Provider(1);
#if IDS > 2
    run Provider(2);
#endif
    run Engine();
#ifdef ROLLBACK
    run Disaster();
#endif
  };
end_watch:
  do
#ifdef REACH
  :: d_step { reached -> assert(!reached) }                                                /* REACH */
#endif
  :: d_step { charges > 1 -> assert(charges <= 1) }                                        /* G5: people resend in decisions.pml */
#ifndef ONLYMONEY
  :: d_step { (status == PENDING) != (open == 1) || open > 1 -> assert((status == PENDING) == (open == 1) && open <= 1) } /* G1 */
  :: d_step { status == FAILED && onRecord > 0 -> assert(!(status == FAILED && onRecord > 0)) } /* G7: a known charge never rests in FAILED */
#ifndef LINGER
  :: d_step { status == SUCCEEDED && charges == 0 -> assert(!(status == SUCCEEDED && charges == 0)) } /* G3: the other way round */
#endif
  :: timeout -> d_step { assert(isAtRest); assert(ALL(isClosed) || !armed) }; goto end_done      /* L: what rests is settled, or waits for people; every attempt is closed by its core */
#endif
  od;
end_done: false
}
