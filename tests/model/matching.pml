/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * matching.pml - equal payments that compete for the lines of a bank: same payee account, amount, currency, direction and
 * window, lines without a reference. When may a line be linked by itself, alone or as part of a closed set N = M?
 *
 * Every d_step is one transaction or one event of the world. The truth (whose line it is) is a ghost.
 *
 * World                                                    Bounds
 *   TWOFILES a line may come in two files                    PAYMENTS  2, 3       LINES  3 (4 with three payments)
 *   OUTSIDE  equal lines of others, named as such            SENDS     of one payment (2)
 * Payments and lines come in any order.                    Removed defences: M_*; REACH=n must be reachable
 *
 * What it leaves out
 *   - references: a line that carries one is linked exactly, by construction (tests/store). Here none does: the hardest
 *     tier. This version of the program links by exact reference alone, so this model is ahead of the code.
 *   - how a payment becomes unknown, succeeds or fails: sending.pml. Here it is UNKNOWN, or SUCCEEDED by the provider's
 *     own word (rightly), or FAILED by its refusal (rightly), each still without a line.
 *   - time and coverage: lines come when they come, in any part. The conditions "closed" and "coverage complete" of a set are
 *     not asked here (wider): while every send is on record and counted, a set is right without them; they are for records
 *     that are lost. Absence, which needs coverage, is sending.pml's.
 *   - layers: one layer; records of another layer compete in a copy of this model. Partial amounts, nets and reversals.
 *   - equal lines of others without any name: nobody can tell them apart, and no rule here claims to.
 */
#ifndef PAYMENTS
#define PAYMENTS 2
#endif
#ifndef LINES
#define LINES 3
#endif
#ifndef SENDS
#define SENDS 2
#endif
#define NONE 9
#define UNKNOWN 0
#define SUCCEEDED 1
#define FAILED 2

/* ---- the database */
bit accepted[PAYMENTS];
byte status[PAYMENTS], sends[PAYMENTS], refusals[PAYMENTS], links[PAYMENTS];
bit imported[LINES], again[LINES], isOutside[LINES];
byte linkedTo[LINES];
/* ---- outside */
byte flying[PAYMENTS], lines;
byte ownerOf[LINES], executions[PAYMENTS];
#ifdef NOHID
byte i, unlinked, lacking, whichLine, whichPayment, setOk;
#else
hidden byte i, unlinked, lacking, whichLine, whichPayment, setOk;
#endif

/* What a payment may still miss: the sends that may have happened, less its lines. */
#ifdef M_ONERECORD                                 /* whoever has one line misses none */
#define misses(p) (accepted[p] && sends[p] > refusals[p] && links[p] == 0)
#elif defined(M_ONLYOPEN)                          /* the settled ones are not asked */
#define misses(p) (accepted[p] && status[p] == UNKNOWN && sends[p] - refusals[p] > links[p])
#else
#define misses(p) (accepted[p] && sends[p] - refusals[p] > links[p])
#endif
#define isFree(l) (l < lines && imported[l] && linkedTo[l] == NONE)

/* Both counts, over everything on record. */
inline count() {
  unlinked = 0; lacking = 0; whichLine = NONE; whichPayment = NONE; setOk = 1;
  i = 0; do :: i < LINES ->
    if :: isFree(i) ->
#ifdef M_OUTSIDE                                   /* lines named for others are counted in */
          unlinked++; whichLine = i
#else
          if :: isOutside[i] -> setOk = 0 :: else -> unlinked++; whichLine = i fi
#endif
       :: else fi;
#ifdef M_TWICE                                     /* a line of two files counts twice */
    if :: isFree(i) && again[i] -> unlinked++ :: else fi;
#endif
    i++ :: else -> break od;
  i = 0; do :: i < PAYMENTS ->
    if :: misses(i) -> lacking++; whichPayment = i;
#ifndef M_SETOFMANY                                /* each with exactly one attempt ever sent */
          if :: sends[i] > 1 -> setOk = 0 :: else fi;
#endif
       :: else fi; i++ :: else -> break od;
  i = 0
}
inline forget() { i = 0; unlinked = 0; lacking = 0; whichLine = 0; whichPayment = 0; setOk = 0 }
inline link(l, p) {
#ifndef M_TWICE
  assert(linkedTo[l] == NONE);                                                             /* G6: one record proves one payment */
#endif
  linkedTo[l] = p; links[p]++;
  if :: status[p] == UNKNOWN -> status[p] = SUCCEEDED :: else fi
}

proctype World(byte p) {
  do
  :: d_step { !accepted[p] -> accepted[p] = 1 }
  /* the first send; another one only by people while the first is in doubt */
  :: d_step { accepted[p] && status[p] == UNKNOWN && sends[p] < SENDS && links[p] == 0 -> sends[p]++; flying[p]++ }
  :: d_step { flying[p] > 0 && lines < LINES -> flying[p]--; ownerOf[lines] = p; linkedTo[lines] = NONE; lines++; executions[p]++ }
  :: d_step { flying[p] > 0 -> flying[p]-- }                                               /* lost */
  :: d_step { flying[p] > 0 && sends[p] == 1 -> flying[p]--; refusals[p]++; status[p] = FAILED }
  /* the provider says so itself */
  :: d_step { status[p] == UNKNOWN && executions[p] > 0 -> status[p] = SUCCEEDED }
  od
}

proctype Bank() {
  do
#ifdef OUTSIDE
  :: d_step { lines < LINES && lines > 0 && !isOutside[lines - 1] -> ownerOf[lines] = NONE; isOutside[lines] = 1; linkedTo[lines] = NONE; lines++ }
#endif
  :: d_step { lines > 0 && !imported[0] -> imported[0] = 1 }
  :: d_step { lines > 1 && !imported[1] -> imported[1] = 1 }
  :: d_step { lines > 2 && !imported[2] -> imported[2] = 1 }
#if LINES > 3
  :: d_step { lines > 3 && !imported[3] -> imported[3] = 1 }
#endif
#ifdef TWOFILES
  :: d_step { imported[0] && !again[0] -> again[0] = 1 }
#endif
  od
}

proctype Linker() {
#ifdef M_NOLOCK
  byte readLine = NONE, readPayment = NONE;
#endif
  do
#ifdef M_NOLOCK                                    /* two sessions read first and write later */
  :: d_step { readLine == NONE -> count();
       if :: unlinked == 1 && lacking == 1 && whichLine != NONE -> readLine = whichLine; readPayment = whichPayment :: else fi; forget() }
  :: d_step { readLine != NONE -> link(readLine, readPayment); readLine = NONE; readPayment = NONE }
#else
  :: d_step { 1 -> count();
       if
       :: unlinked == 1 && lacking == 1 && whichLine != NONE ->
          link(whichLine, whichPayment);
          assert(ownerOf[whichLine] == whichPayment)                                       /* G6: unique both ways is right */
       :: else
       fi; forget() }
#endif
  /* N lines for N payments: which is whose does not matter, every one of them has its own */
  :: d_step { 1 -> count();
       if
       :: unlinked > 1 && unlinked == lacking && setOk ->
          i = 0; do :: i < PAYMENTS ->
            if :: misses(i) -> assert(executions[i] == 1); links[i]++; status[i] = SUCCEEDED :: else fi; i++ :: else -> break od;   /* G6: the set is right */
          i = 0; do :: i < LINES -> if :: isFree(i) && !isOutside[i] -> linkedTo[i] = 8 :: else fi; i++ :: else -> break od
       :: else
       fi; forget() }
  od
}

#ifdef REACH
#if REACH == 1                 /* two equal payments settled as a set */
#define reached (linkedTo[0] == 8 && linkedTo[1] == 8)
#elif REACH == 2               /* one line, two payments: nothing moves */
#define reached (imported[0] && lines == 1 && linkedTo[0] == NONE && status[0] == SUCCEEDED && status[1] == UNKNOWN && sends[1] == 1 && flying[1] == 0)
#elif REACH == 3               /* the second of two equal payments is linked when the first has its line */
#define reached (linkedTo[0] == 0 && linkedTo[1] == 1)
#endif
#endif
active proctype Monitor() {
  d_step { i = 0; do :: i < LINES -> linkedTo[i] = NONE; i++ :: else -> break od; i = 0 };
  atomic { run World(0); run World(1);
#if PAYMENTS > 2
    run World(2);
#endif
    run Bank(); run Linker()
#ifdef M_NOLOCK
    ; run Linker()
#endif
  };
end_watch:
  do
#ifdef REACH
  :: d_step { reached -> assert(!reached) }                                                /* REACH */
#endif
  :: false
  od
}
