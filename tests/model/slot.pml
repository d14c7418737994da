/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * slot.pml - one payment in doubt, and the money commands that compete for it: a probe (the same key replayed, which may
 * itself be the first send), a cancel by key at the provider, an approved resend; beside them two people who may reject
 * and then pay another way.
 *
 * Every d_step is one transaction or one event of the world.
 *
 * World                                                    Bounds
 *   TOMBSTONE  a cancelled key is refused ever after         CALLS     of our own on the payment, the first included (3)
 *   POLITE     the provider answers "cancelled" also for       Removed defences: M_*; REACH=n must be reachable
 *              keys that it never saw, and keeps no tombstone
 *   KEYDIES    the key may die at any time
 *
 * What it leaves out
 *   - how a call works inside: sending.pml. A call here is recorded, on its way, executed, refused or lost, and closed
 *     when it is over; none outlasts its horizon (LINGER is sending.pml's).
 *   - everything before the doubt: the first call is made and its answer lost. Evidence but the provider's own.
 *   - what people see and who they are (decisions.pml): a decision here is proposed, and later in force or withdrawn.
 *   - time; a probe is within its key's life when its permit is used, and its request ends before the key does.
 *   - this version of the program makes no probes and cancels nothing at a provider; the model is ahead of the code.
 */
#ifndef CALLS
#define CALLS 3
#endif
#define NONE 9

#define UNKNOWN 0
#define REVIEW 1
#define PENDING 2
#define SUBMITTING 3
#define SUCCEEDED 4
#define FAILED 5
/* who has the money slot */
#define FREE 0
#define SEND 1
#define PROBE 2
#define CANCEL 3
/* proposals */
#define REJECT 1
#define RESEND 2

/* ---- the database */
byte status = UNKNOWN, slot = FREE, proposal, calls = 1, openNow, mine = NONE;
byte gen[CALLS];
bit closed[CALLS], isProbe[CALLS], isAbsent, isCancelled, onRecord, contra, decided;
/* ---- outside */
bit flying[CALLS], keyDead, tombstone, isPaidOtherwise, cancelling, cancelSaidFine;
bit charged[2];                     /* by generation: 0 is the first key, 1 the resend's new one */
bit visible[2], recorded[2];
/* ---- ghosts */
byte charges, allowed, underWay, callsSeen;
bit rejected;
#ifdef NOHID
byte i;
#else
hidden byte i;
#endif
#define ANY(f) (f(0) || f(1) || f(2))
#define ALL(f) (f(0) && f(1) && f(2))
#define isFlying(c) (c < calls && flying[c])
#ifdef M_UNRECORDED
#define mayComeYet(c) (isFlying(c) && !isProbe[c])
#else
#define mayComeYet(c) isFlying(c)
#endif
#define isEnded(c) (c >= calls || closed[c])
#define mayStillExecute(c) (c < calls && flying[c] && !(tombstone && gen[c] == 0))
#define allClosed ALL(isEnded)
#define isFirstKey(c) (c >= calls || gen[c] == 0)
inline execute(c) {
  if
  :: tombstone && gen[c] == 0 -> skip
  :: charged[gen[c]] && !(keyDead && gen[c] == 0) -> skip                              /* a replay */
  :: else -> charged[gen[c]] = 1; charges++
  fi
}

/* A call is on record before its first byte, and it restarts the horizon: what was not found before it proves nothing now. */
inline start(g, probe) {
  gen[calls] = g; isProbe[calls] = probe; flying[calls] = 1;
#ifndef M_NORESTART
  isAbsent = 0;
#endif
#ifdef M_UNRECORDED                                /* the probe is noted after it */
  closed[calls] = probe;
#endif
  calls++; underWay++;
  assert(underWay <= 1)                                                                    /* G1: one money command at a time */
}
#ifdef M_NOSLOT                                    /* a probe takes no slot */
#define slotFor(x) (x == PROBE || slot == FREE)
#else
#define slotFor(x) (slot == FREE)
#endif
#ifdef M_PROBEUNDERPROPOSAL                        /* a probe starts although people are deciding */
#define noProposal 1
#else
#define noProposal (proposal == 0)
#endif
#ifdef M_DECIDEUNDERPROBE                          /* a decision comes into force while a command is open */
#define noCommand 1
#else
#define noCommand (slot == FREE)
#endif
#ifdef M_DEADKEY                                   /* a probe with a key that the provider forgot */
#define keyLives 1
#else
#define keyLives (!keyDead)
#endif

inline over() { slot = FREE; underWay = 0 }
proctype Machine() {
  do
  /* the probe: granted and used in one transaction */
  :: d_step { (status == UNKNOWN || status == REVIEW) && slotFor(PROBE) && noProposal && keyLives && calls < CALLS && !onRecord && !decided ->
       assert(!rejected);                                                                  /* G8: nothing is sent after people refused it */
       slot = PROBE;
#ifdef M_PROBENEWKEY
       start(1, 1)
#else
       start(0, 1)
#endif
     }
  /* a cancel by key: a command of its own */
  :: d_step { (status == UNKNOWN || status == REVIEW) && slotFor(CANCEL) && noProposal && !cancelling && !isCancelled && !onRecord -> slot = CANCEL; cancelling = 1;
       underWay++; assert(underWay <= 1) }                                                 /* G1 */
  :: d_step { slot == CANCEL && cancelSaidFine -> cancelling = 0; cancelSaidFine = 0;
#ifdef M_CANCELPROVES                              /* "cancelled" is taken for proof, whoever says it */
       isCancelled = 1;
#elif defined(TOMBSTONE)
       isCancelled = 1;
#endif
       over() }
  :: d_step { slot == CANCEL && cancelling -> cancelling = 0; over() }                     /* no answer */
  /* the resend that people approved */
  :: d_step { status == PENDING && slotFor(SEND) && calls < CALLS ->
       assert(!onRecord);                                                                  /* G6 */
       slot = SEND; status = SUBMITTING; allowed++; start(1, 0) }
  /* a call is over: answered or not, its core says so */
  :: d_step { calls > 1 && (slot == PROBE || slot == SEND) -> closed[calls - 1] = 1;
       if :: status == SUBMITTING -> status = UNKNOWN :: else fi; over() }
  :: d_step { !closed[0] -> closed[0] = 1 }
  /* the provider's book, asked by our keys */
  :: d_step { charged[0] && visible[0] && !recorded[0] -> recorded[0] = 1; if :: onRecord || status == FAILED -> contra = 1; status = REVIEW
       :: status == UNKNOWN || status == REVIEW -> if :: proposal == 0 -> status = SUCCEEDED :: else -> status = REVIEW fi :: status == PENDING -> status = REVIEW :: else fi;
       onRecord = 1; proposal = 0; isAbsent = 0 }
  :: d_step { charged[1] && visible[1] && !recorded[1] -> recorded[1] = 1; if :: onRecord || status == FAILED -> contra = 1; status = REVIEW
       :: status == UNKNOWN || status == REVIEW -> if :: proposal == 0 -> status = SUCCEEDED :: else -> status = REVIEW fi :: status == PENDING -> status = REVIEW :: else fi;
       onRecord = 1; proposal = 0; isAbsent = 0 }
  :: d_step { allClosed && !ANY(mayComeYet) && !charged[0] && !charged[1] && !onRecord && !isAbsent && slot != CANCEL -> isAbsent = 1; proposal = 0 }
  /* absence, or a cancel that proves, fails the payment when nobody is deciding and no command is open */
  :: d_step { (status == UNKNOWN || status == REVIEW) && !onRecord && !contra && noProposal && noCommand && allClosed && (isAbsent || isCancelled) && ALL(isFirstKey) ->
       assert(!ANY(mayStillExecute) && charges == 0);                                      /* G4 */
       status = FAILED }
  :: d_step { status == UNKNOWN -> status = REVIEW }
  od
}
proctype Provider() {
  do
  :: d_step { flying[0] -> flying[0] = 0; execute(0) }
  :: d_step { flying[0] -> flying[0] = 0 }
  :: d_step { calls > 1 && flying[1] -> flying[1] = 0; execute(1) }
  :: d_step { calls > 1 && flying[1] -> flying[1] = 0 }
  :: d_step { calls > 2 && flying[2] -> flying[2] = 0; execute(2) }
  :: d_step { calls > 2 && flying[2] -> flying[2] = 0 }
  :: d_step { charged[0] && !visible[0] -> visible[0] = 1 }
  :: d_step { charged[1] && !visible[1] -> visible[1] = 1 }
  /* "too late" is no answer here: the charge shows it */
  :: d_step { cancelling && !cancelSaidFine && !charged[0] -> cancelSaidFine = 1;
#ifdef TOMBSTONE
       tombstone = 1
#else
       skip
#endif
     }
#ifdef KEYDIES
  :: d_step { !keyDead && !ANY(isFlying) -> keyDead = 1 }
#endif
  od
}
proctype People() {
  do
  :: atomic { status == REVIEW && proposal == 0 && !onRecord && noCommand && !decided ->
       callsSeen = calls;
       if :: proposal = REJECT :: allClosed && calls < CALLS && allowed == 0 -> proposal = RESEND fi }
  :: d_step { proposal != 0 && status == REVIEW && noCommand ->
       assert(underWay == 0);                                                              /* G8: nothing is under way while people decide */
       assert(callsSeen == calls);                                                         /* G8: on the facts of now */
       if :: proposal == REJECT -> status = FAILED; rejected = 1; decided = 1 :: else -> status = PENDING fi; proposal = 0 }
  :: d_step { proposal != 0 -> proposal = 0; callsSeen = 0 }
  /* they told their bank */
  :: d_step { rejected && !isPaidOtherwise -> isPaidOtherwise = 1 }
  od
}
#ifdef REACH
#if REACH == 1                 /* the probe is the first to be executed, and settles the payment */
#define reached (charges == 1 && isProbe[1] && status == SUCCEEDED && calls == 2)
#elif REACH == 2               /* cancelled for good, and failed by itself */
#define reached (isCancelled && status == FAILED && !rejected && !isAbsent)
#elif REACH == 3               /* rejected and paid otherwise, and the first call is found: shown */
#define reached (isPaidOtherwise && charges == 1 && contra && status == REVIEW)
#endif
#endif
active proctype Monitor() {
  flying[0] = 1;
  atomic { run Machine(); run Provider(); run People() };
end_watch:
  do
#ifdef REACH
  :: d_step { reached -> assert(!reached) }                                                /* REACH */
#endif
  :: d_step { charges > 1 + allowed -> assert(charges <= 1 + allowed) }                    /* G5 */
  :: d_step { status == FAILED && !rejected && charges > 0 -> assert(!(status == FAILED && !rejected && charges > 0)) } /* G3 */
  od
}
