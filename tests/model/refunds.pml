/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refunds.pml - refunds of one charge: payments of their own, each claimed, sent once under its own key, reconciled,
 * possibly UNKNOWN. The sum of what may still have been given back never exceeds the charge; a dispute stops all.
 *
 * Every d_step is one transaction or one event of the world. The charge is 2 units, a refund 1 or 2.
 *
 * World                                                    Bounds
 *   LINGER   requests outlast the horizon                    REFUNDS   2, 3
 *   DISPUTE  the payer may dispute the charge                SENDS     of one refund (2)
 *                                                          Removed defences: M_*; REACH=n must be reachable
 *
 * What it leaves out
 *   - how a send works inside: sending.pml. Here a send is on its way, executed, refused or lost, and its attempt is
 *     closed when its request is over (with LINGER: at any time).
 *   - the provider checks no sum (the worst case; most do), and collapses a refund's own key.
 *   - currencies, partial execution, fees; refunds by other hands (a person at the provider's site), which are records
 *     that nobody of ours asked for and open a contradiction.
 *   - the payment's own state, its proposals and people: a charge is proven here; slot.pml has what else wants the record.
 *   - this version of the program refuses refunds; the model is ahead of the code.
 */
#ifndef REFUNDS
#define REFUNDS 2
#endif
#ifndef SENDS
#define SENDS 2
#endif
#define CHARGE 2

#define NEW 0
#define WAITING 1                   /* accepted, a permit is open */
#define SENDING 2
#define UNKNOWN 3
#define SUCCEEDED 4
#define FAILED 5
#define REVIEW 6

/* ---- the database */
byte status[REFUNDS], amount[REFUNDS], sends[REFUNDS], ended[REFUNDS];
bit viaAbsence[REFUNDS], known[REFUNDS], disputeKnown;
byte slot;                          /* 1 + the refund whose command is open on this record; 0: free */
/* ---- outside */
byte flying[REFUNDS];
bit executed[REFUNDS], visible[REFUNDS], disputed;
byte hasRead[REFUNDS];                 /* what an accepting transaction had read (M_NOLOCK): 1 + the sum */
/* ---- ghosts */
byte returned;                      /* what the provider has given back by our requests */
#ifdef NOHID
byte i, sum;
#else
hidden byte i, sum;
#endif

/* What counts against the charge. */
#ifdef M_UNKNOWNFREE                               /* an unknown refund is not counted */
#define counts(r) (status[r] != NEW && status[r] != FAILED && status[r] != UNKNOWN && status[r] != REVIEW)
#elif defined(M_ABSENTFREE)                        /* one that ended by absence is given free */
#define counts(r) (status[r] != NEW && status[r] != FAILED)
#else
#define counts(r) (status[r] != NEW && (status[r] != FAILED || viaAbsence[r]))
#endif
inline add() { sum = 0; i = 0; do :: i < REFUNDS -> if :: counts(i) -> sum = sum + amount[i] :: else fi; i++ :: else -> break od; i = 0 }

#ifdef M_NODISPUTE
#define mayMove 1
#else
#define mayMove (!disputeKnown)
#endif
#ifdef M_NOSLOT
#define slotIsFree(r) 1
#else
#define slotIsFree(r) (slot == 0 || slot == r + 1)
#endif
proctype Refund(byte r) {
  do
  /* accepted under the lock of the charge's record */
#ifdef M_NOLOCK
  :: d_step { status[r] == NEW && hasRead[r] == 0 && mayMove -> add(); hasRead[r] = sum + 1; sum = 0 }
  :: atomic { status[r] == NEW && hasRead[r] > 0 ->
       if :: hasRead[r] - 1 + 1 <= CHARGE -> amount[r] = 1; status[r] = WAITING
          :: hasRead[r] - 1 + 2 <= CHARGE -> amount[r] = 2; status[r] = WAITING
          :: else
       fi; hasRead[r] = 0 }
#else
  :: atomic { status[r] == NEW && mayMove ->
       add();
       if :: sum + 1 <= CHARGE -> amount[r] = 1; status[r] = WAITING
          :: sum + 2 <= CHARGE -> amount[r] = 2; status[r] = WAITING
#ifdef M_NOSUM                                     /* the sum is not looked at */
          :: amount[r] = 2; status[r] = WAITING
#endif
          :: else
       fi; sum = 0 }
#endif
  /* claimed and sent, once for each permit; one command is open on the record at a time */
  :: d_step { status[r] == WAITING && mayMove && slotIsFree(r) ->
       assert(!disputeKnown);                                                              /* G4: a dispute freezes money commands */
       assert(slot == 0 || slot == r + 1);                                                 /* G1: one money command for a record */
       slot = r + 1; status[r] = SENDING; sends[r]++; flying[r]++ }
  :: d_step { status[r] == WAITING && disputeKnown -> status[r] = REVIEW; ended[r] = sends[r] }
  /* the provider: executed once under its key, refused, or lost */
  :: d_step { flying[r] > 0 -> flying[r]--; if :: !executed[r] -> executed[r] = 1; returned = returned + amount[r] :: else fi }
  :: d_step { flying[r] > 0 && !executed[r] && status[r] == SENDING && sends[r] == 1 -> flying[r]--; status[r] = FAILED; ended[r]++; if :: slot == r + 1 -> slot = 0 :: else fi }
  :: d_step { flying[r] > 0 -> flying[r]-- }
  :: d_step { executed[r] && !visible[r] -> visible[r] = 1 }
  /* the answer, or none */
  :: d_step { status[r] == SENDING && executed[r] -> status[r] = SUCCEEDED; known[r] = 1; ended[r] = sends[r]; if :: slot == r + 1 -> slot = 0 :: else fi }
  :: d_step { status[r] == SENDING -> status[r] = UNKNOWN; ended[r] = sends[r] }
  /* found; not found where nothing can come any more */
  :: d_step { executed[r] && visible[r] && !known[r] && status[r] >= UNKNOWN -> known[r] = 1;
       if :: status[r] == UNKNOWN -> status[r] = SUCCEEDED; if :: slot == r + 1 -> slot = 0 :: else fi
          :: status[r] == FAILED -> status[r] = REVIEW
          :: else fi }
#ifdef LINGER
  :: d_step { status[r] == UNKNOWN && !known[r] && !(executed[r] && visible[r]) ->
#else
  :: d_step { status[r] == UNKNOWN && !known[r] && flying[r] == 0 && !executed[r] ->
       assert(!executed[r] && flying[r] == 0);                                             /* G3 */
#endif
       status[r] = FAILED; viaAbsence[r] = 1; if :: slot == r + 1 -> slot = 0 :: else fi }
  /* the next permit, under the same key with its amount kept */
  :: d_step { status[r] == FAILED && sends[r] < SENDS && !known[r] && mayMove ->
       add();
       if :: counts(r) || sum + amount[r] <= CHARGE -> status[r] = WAITING :: else fi; sum = 0 }
  /* an unknown one does not hold the record for ever: the date brings it to people */
  :: d_step { status[r] == UNKNOWN -> status[r] = REVIEW; if :: slot == r + 1 -> slot = 0 :: else fi }
  od
}
#ifdef DISPUTE
proctype Payer() {
  d_step { disputed = 1 };
  d_step { disputeKnown = 1 }
}
#endif

#ifdef REACH
#if REACH == 1                 /* the whole charge is given back by two refunds */
#define reached (returned == 2 && status[0] == SUCCEEDED && status[1] == SUCCEEDED)
#elif REACH == 2               /* an unknown refund keeps a second one out */
#define reached (status[0] == REVIEW && amount[0] == 2 && status[1] == NEW && returned == 0 && flying[0] == 0)
#elif REACH == 3               /* absent, sent again under its key, executed once */
#define reached (viaAbsence[0] && sends[0] == 2 && status[0] == SUCCEEDED)
#endif
#endif
active proctype Monitor() {
  atomic { run Refund(0); run Refund(1);
#if REFUNDS > 2
    run Refund(2);
#endif
#ifdef DISPUTE
    run Payer()
#endif
  };
end_watch:
  do
#ifdef REACH
  :: d_step { reached -> assert(!reached) }                                                /* REACH */
#endif
  :: d_step { returned > CHARGE -> assert(returned <= CHARGE) }                            /* G5: refunds up to their charge */
  od
}
