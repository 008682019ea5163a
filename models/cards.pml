/*
 * One order that a card pays for: a client that asks twice and may die at any point, a job that releases what belongs to no order, a
 * renewal, a purchase, a settlement that is asked for twice, a bank that lets an authorization expire, and a database that may be
 * replaced by an older copy. Stripe and the store keep their own books, which never go back.
 *
 * "guard: name" marks a condition that must hold, as in placement.pml.
 */
#include "moves.pml"

#define NUMBERS 4

typedef Books {
  bool has_card;
  byte card;
  byte number;
  byte last;
  bool accepted;
  bool has_order;
  byte order
};
Books db;
Books backup;
Books nothing;
#define COPY(to, from) \
  to.has_card = from.has_card; to.card = from.card; to.number = from.number; to.last = from.last; \
  to.accepted = from.accepted; to.has_order = from.has_order; to.order = from.order

/* Stripe's books: what it did under each number of the order's key. */
#define unused 0
#define live 1
#define taken 2
#define gone 3
byte auth[NUMBERS];
byte received;
/* Requests that are on their way. A job that gives an authorization up comes after them. */
byte asking[NUMBERS];
/* The store's. */
byte sold;
bool is_checked;
bool is_debt;
bool is_expired;
bool restored;

#define is_open (db.has_order && (db.order == pending || db.order == in_progress))
#define is_counting(n) (db.has_card && db.number == (n) && (db.card == card_authorizing || db.card == card_authorized || \
  db.card == card_capturing || db.card == card_captured))

#define is_kept(n) (auth[n] == live || auth[n] == taken)
#define is_any_kept (is_kept(1) || is_kept(2) || is_kept(3))
#define is_any_live (auth[1] == live || auth[2] == live || auth[3] == live)
#define is_any_taken (auth[1] == taken || auth[2] == taken || auth[3] == taken)

/* What Stripe has for the order: one that was captured, or else the newest. */
inline find(result) {
  if
  :: auth[3] == taken -> result = 3
  :: auth[2] == taken -> result = 2
  :: auth[1] == taken -> result = 1
  :: !is_any_taken /* guard: a captured one counts */ && auth[3] == live -> result = 3
  :: !is_any_taken && auth[3] != live && auth[2] == live -> result = 2
  :: !is_any_taken && auth[3] != live && auth[2] != live && auth[1] == live -> result = 1
  fi
}

/* A second request under the same number is the same request. */
inline ask(n) {
  if
  :: auth[n] == unused -> auth[n] = live
  :: auth[n] == unused -> auth[n] = gone
  :: auth[n] != unused
  fi
}

/* Claims (committed), asks Stripe, saves the answer, writes the order. */
proctype Client() {
  byte n = 0;
  byte found = 0;
  byte tries = 0;
end:
  do
  :: atomic { tries < 2 && !db.has_order && db.last < NUMBERS - 1 ->
      tries = tries + 1;
      if
      :: !db.has_card -> db.has_card = true; db.card = card_authorizing; db.number = 1; db.last = 1
      :: db.has_card && (db.card == card_declined || db.card == card_released) ->
        db.last = db.last + 1; db.number = db.last; db.card = card_authorizing
      :: db.has_card && db.card != card_declined && db.card != card_released
      fi;
      n = db.number;
      asking[n] = asking[n] + 1
    };
    /* A copy may have lost an authorization: what Stripe has, the newest first, is taken up again. */
    atomic {
      if
      :: restored && is_any_kept -> find(found)
      :: else -> ask(n); found = n
      fi
    };
    atomic {
      if
      /* The process may die here. */
      :: skip
      :: db.has_card && db.card == card_authorizing && db.number == n && is_kept(found) -> db.card = card_authorized; db.number = found
      :: db.has_card && db.card == card_authorizing && db.number == n && auth[found] == gone -> db.card = card_declined
      fi
    };
    atomic {
      if
      :: !db.has_order && db.has_card && db.card == card_authorized && !db.accepted /* guard: accept what is authorized */ ->
        db.has_order = true; db.order = pending; db.accepted = true;
        assert(db.card == card_authorized)
      :: else
      fi;
      asking[n] = asking[n] - 1
    }
  od
}

/* What belongs to no order is released. */
proctype Release() {
end:
  do
  :: atomic { db.has_card && card_may_become_releasing(db.card) && !db.accepted /* guard: release without an order */ ->
      db.card = card_releasing }
  :: atomic { db.has_card && db.card == card_releasing ->
      assert(restored || !is_open);
      if :: auth[db.number] == live -> auth[db.number] = gone :: else fi;
      db.card = card_released }
  od
}

/* Gives up every authorization that does not count, once no request for it is on its way. */
proctype Void() {
  byte n;
end:
  do
  :: atomic { auth[1] == live && asking[1] == 0 && !is_counting(1) /* guard: give up what does not count */ -> auth[1] = gone }
  :: atomic { auth[2] == live && asking[2] == 0 && !is_counting(2) -> auth[2] = gone }
  :: atomic { auth[3] == live && asking[3] == 0 && !is_counting(3) -> auth[3] = gone }
  od
}

/* The new authorization comes first; it counts only where nobody settled or renewed meanwhile. */
proctype Renew() {
  byte old, n;
end:
  atomic { is_open && db.card == card_authorized && db.last < NUMBERS - 1 ->
    old = db.number; n = db.last + 1; asking[n] = asking[n] + 1 };
  atomic { ask(n) };
  atomic {
    if
    :: auth[n] == live && db.has_card && db.card == card_authorized && db.number == old /* guard: renew what is not settled */ ->
      db.number = n; db.last = n
    :: else -> db.last = (db.has_card && db.last < n -> n : db.last)
    fi;
    asking[n] = asking[n] - 1
  }
}

/* Buys once (placement.pml), after a look at the card; or ends the order. A restored copy finds what was sold. */
proctype Worker() {
end:
  do
  :: atomic { db.has_order && db.order == pending -> db.order = in_progress }
  :: atomic { db.has_order && db.order == in_progress && sold == 0 && db.card == card_authorized &&
      auth[db.number] == live -> is_checked = true };
    atomic {
      if
      :: db.has_order && db.order == in_progress && sold == 0 && is_checked -> sold = 1
      :: else
      fi;
      is_checked = false
    }
  :: atomic { db.has_order && db.order == in_progress && sold == 1 -> db.order = order_placed }
  :: atomic { db.has_order && db.order == in_progress && sold == 0 && !is_checked -> db.order = order_failed }
  od
}

/* Decides (committed), then asks Stripe. Two of them: an event may be handled twice. */
proctype Settle() {
  byte which = 0;
end:
  do
  :: atomic { db.has_order && db.order == order_placed && card_may_become_capturing(db.card) ->
      db.card = card_capturing }
  :: atomic { db.has_order && db.order == order_failed && card_may_become_releasing(db.card) -> db.card = card_releasing }
  :: atomic { db.has_card && db.card == card_capturing ->
      if
      :: restored && is_any_kept /* guard: look before capturing */ -> find(which); db.number = which
      :: else
      fi;
      if
      :: auth[db.number] == live -> auth[db.number] = taken; received = received + 1
      :: auth[db.number] != live
      fi;
      assert(received <= 1);
      assert(received == 0 || sold == 1)
    };
    atomic {
      if
      :: db.has_card && db.card == card_capturing && auth[db.number] == taken /* guard: a lost answer is no debt */ ->
        db.card = card_captured
      :: db.has_card && db.card == card_capturing && auth[db.number] != taken -> db.card = card_refused; is_debt = true
      :: else
      fi
    }
  od
}

/* The bank lets one authorization expire. */
proctype Bank() {
end:
  atomic { db.has_card && auth[db.number] == live -> auth[db.number] = gone; is_expired = true }
}

/* A copy of any moment is put back, once. Requests that were on their way are lost with the process. */
proctype Backup() {
  atomic { COPY(backup, db) };
  atomic { COPY(db, backup); COPY(backup, nothing); restored = true }
}

/* When nothing more can happen: bought and charged once, or neither, and no authorization is left. */
proctype End() {
  timeout;
  assert(received <= 1);
  assert(received == 0 || sold == 1);
  assert(restored || sold == received + (is_debt -> 1 : 0));
  assert(restored || is_expired || !is_debt);
  assert(restored || !is_any_live)
}

init {
  atomic {
    run Client(); run Worker(); run Settle(); run Settle(); run Release(); run Void();
    if
    :: run Backup(); run Renew()
    :: run Renew()
    :: run Bank()
    fi;
    run End()
  }
}
