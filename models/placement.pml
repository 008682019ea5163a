/*
 * One order on its way to one purchase: a client, two workers, a store, an operator, and a database that may be replaced
 * by an older copy of itself. Every statement of the service is one atomic step; between two steps anything else can
 * happen. A lost lease, a paused worker and a crash are the same thing here: somebody else goes on.
 *
 * "guard: name" marks a condition that must hold. alterations.ts removes each of them, and guards.ts names the line of
 * code that enforces it and the test that fails without it. STEPS_* come from the tables in server/src (tools/models.ts).
 */
#include "moves.pml"

#define CARTS 3
#define no_phase 0
#define intent 1
#define submitting 2

/* What a cart at the store can be. */
#define never_made 0
#define open_cart 1
#define closed_cart 2
#define sold_cart 3

typedef Row {
  bool exists;
  byte status;
  byte phase;
  byte epoch;
  byte handle;
  /* The late window of the last submission is over. */
  bool is_late;
  bool restored;
  bool looks_first;
  bool review;
  byte captured;
  byte released
};

Row db;
Row backup;
Row nothing;
#define COPY(to, from) \
  to.exists = from.exists; to.status = from.status; to.phase = from.phase; to.epoch = from.epoch; \
  to.handle = from.handle; to.is_late = from.is_late; to.restored = from.restored; \
  to.looks_first = from.looks_first; to.review = from.review; to.captured = from.captured; to.released = from.released

/* is_known_database(), and whether a change of it was ever noted. */
bool known = true;
bool changed = false;
/* Statements that were under way ended with the database that was lost. */
bool is_cut = false;
/* Stands for the clock: no epoch that was ever given is above it. */
byte latest_epoch = 0;

/* The store: what it can do, its carts, the requests on their way to it, and its books. */
bool has_lookup;
bool has_cart_fence;
bool has_reference_fence;
bool has_late_window;
byte carts = 0;
byte cart[CARTS + 1];
bool in_flight[CARTS + 1];
byte sold = 0;
/* What a repeated order is called at the store: the same as before, or something new. */
bool same_reference = true;
#define is_in_books (sold > 0 && same_reference)

bool busy[2];
/* How often a worker may still lose its lease to the other one, crash, meet a store that is down, and ask again later. */
byte losses;
byte crashes;
byte blocks;
byte asks;

#define is_open (db.exists && (db.status == pending || db.status == in_progress))
#define is_quiet (!in_flight[1] && !in_flight[2] && !in_flight[3])

inline next_epoch() {
  db.epoch = db.epoch + 1;
  if :: db.epoch > latest_epoch -> latest_epoch = db.epoch :: else fi
}

/* After a restore: an epoch that no worker of the lost database can have. */
inline fresh_epoch() {
  latest_epoch = latest_epoch + 1;
  db.epoch = latest_epoch /* guard: fresh epoch */
}

inline settle_placed(epoch_of) {
  if
  :: db.exists && db.epoch == epoch_of &&
    order_may_become_order_placed(db.status) ->
    db.status = order_placed; db.phase = no_phase; db.handle = 0; db.review = false;
    db.captured = db.captured + 1;
    assert(db.captured == 1 && db.released == 0);
    assert(sold == 1)
  :: else
  fi
}

/* Everything that was held goes back. */
inline settle_failed(epoch_of) {
  if
  :: db.exists && db.epoch == epoch_of && /* guard: failed epoch */
    known && /* guard: failed known */
    order_may_become_order_failed(db.status) ->
    db.status = order_failed; db.phase = no_phase; db.handle = 0; db.review = false;
    db.released = db.released + 1;
    assert(db.captured == 0 && db.released == 1);
    assert(sold == 0)
  :: else
  fi
}

inline back_to_pending(epoch_of) {
  if
  :: db.exists && db.epoch == epoch_of && /* guard: retry epoch */
    order_may_become_pending(db.status) ->
    db.status = pending; db.phase = no_phase; db.handle = 0; db.is_late = false; db.restored = false; db.review = false
  :: else
  fi
}

inline put_in_doubt() {
  db.status = in_progress; db.phase = submitting; db.is_late = false; db.restored = true; db.looks_first = false
}

inline leave() {
  busy[me] = false;
  mine = 0; handle = 0; read_epoch = 0; is_fenced = false; was_restored = false; is_absent = false;
  goto end
}

proctype Worker(byte me) {
  byte mine, handle, read_epoch;
  bool is_fenced, was_restored, is_absent;

end:
  /* Any idle worker is as good as the other, so the first one takes the job. A busy one loses it only with its lease. */
  atomic {
    is_open && !db.review && (me == 0 || busy[0]) && (!busy[1 - me] || losses > 0);
    if :: busy[1 - me] -> losses = losses - 1 :: else fi;
    busy[me] = true;
    if
    :: db.looks_first &&
      db.status == pending && known ->
      put_in_doubt(); fresh_epoch(); leave()
    :: !db.looks_first && /* guard: claim waits for the look */
      (order_may_become_in_progress(db.status) || (db.status == in_progress && db.phase == intent /* guard: claim phase */)) &&
      known /* guard: claim known */ ->
      db.status = in_progress; db.phase = intent;
      next_epoch(); /* guard: claim epoch */
      mine = db.epoch
    :: db.status == in_progress && db.phase == submitting ->
      read_epoch = db.epoch; handle = db.handle; was_restored = db.restored;
      goto doubt
    :: else -> leave()
    fi
  };

  /* The cart is filled. Then submitting is committed, and only then the button is pressed. */
  atomic {
    if
    :: carts < CARTS ->
      if
      :: db.exists && db.epoch == mine && /* guard: submitting epoch */
        known && /* guard: submitting known */
        db.status == in_progress && db.phase == intent ->
        carts = carts + 1; handle = carts; cart[handle] = open_cart;
        db.phase = submitting; db.handle = handle; db.is_late = false; /* guard: submitting before the button */
        in_flight[handle] = true
      :: else -> leave()
      fi
    :: settle_failed(mine); leave()
    :: blocks > 0 -> blocks = blocks - 1; back_to_pending(mine); leave()
    :: crashes > 0 -> crashes = crashes - 1; leave()
    fi
  };

  /* The answer of the store, or none. */
  atomic {
    if
    :: cart[handle] == sold_cart -> settle_placed(mine)
    :: cart[handle] == closed_cart && !in_flight[handle] -> settle_failed(mine)
    :: cart[handle] == closed_cart && !in_flight[handle] && blocks > 0 -> blocks = blocks - 1; back_to_pending(mine)
    :: skip /* guard: lost answer is unknown */
    fi;
    leave()
  };

  /* The answer was lost, or the database is an older one: the store is asked. */
doubt:
  atomic {
    if
    :: db.exists && db.status == in_progress && db.phase == submitting &&
      db.epoch == read_epoch /* guard: doubt as it was read */ ->
      next_epoch();
      mine = db.epoch; read_epoch = 0
    :: else -> leave()
    fi
  };
  /* guard: fence before find */
  atomic {
    if
    :: skip
    :: has_reference_fence && same_reference ->
      if :: cart[1] == open_cart -> cart[1] = closed_cart :: else fi;
      if :: cart[2] == open_cart -> cart[2] = closed_cart :: else fi;
      if :: cart[3] == open_cart -> cart[3] = closed_cart :: else fi;
      is_fenced = true
    :: has_cart_fence && handle != 0 /* guard: no fence without a handle */ ->
      if :: cart[handle] == open_cart -> cart[handle] = closed_cart :: else fi;
      is_fenced = !was_restored /* guard: fence of an older handle */
    fi;
    if
    :: has_late_window && /* guard: late window named */
      db.epoch == mine && db.is_late /* guard: late window passed */ -> is_fenced = true
    :: else
    fi
  };
  atomic {
    if
    :: handle != 0 && cart[handle] == sold_cart -> settle_placed(mine); leave()
    :: handle != 0 && cart[handle] != sold_cart && !was_restored /* guard: restored without handle */ -> is_absent = true
    :: (handle == 0 || was_restored) && has_lookup && is_in_books -> settle_placed(mine); leave()
    :: (handle == 0 || was_restored) && has_lookup && !is_in_books -> is_absent = true
    :: (handle == 0 || was_restored) && !has_lookup -> skip /* guard: unsure without a lookup */
    :: skip
    fi;
    if
    :: is_absent && is_fenced /* guard: absent needs a fence */
    :: else -> /* guard: unsure never buys */
      if
      :: asks > 0 -> asks = asks - 1
      :: db.exists && db.epoch == mine && db.status == in_progress -> db.review = true
      :: else
      fi;
      leave()
    fi
  };
  atomic { back_to_pending(mine); leave() }
}

/* A request is answered in its own time: sold, refused, or lost. */
proctype Store() {
  byte one;
end:
  do
  :: atomic {
      if :: in_flight[1] -> one = 1 :: in_flight[2] -> one = 2 :: in_flight[3] -> one = 3 fi;
      in_flight[one] = false;
      if
      :: cart[one] == open_cart ->
        cart[one] = sold_cart; sold = sold + 1;
        assert(sold <= 1);
        assert(!(db.exists && (db.status == order_failed || db.status == cancelled)))
      :: cart[one] == open_cart -> cart[one] = closed_cart
      :: cart[one] == open_cart
      :: else
      fi;
      one = 0
    }
  od
}

/* Time passes. Where the store names a late window, every request has arrived by then or never will. */
proctype Clock() {
end:
  do
  :: atomic { db.exists && !db.is_late && db.phase == submitting && (is_quiet || !has_late_window) -> db.is_late = true }
  od
}

/* Sends the order, sends it again under the same key after the database forgot it, and may cancel it. */
proctype Client() {
  byte sends = 0;
  bool looks;
  bool cancels = false;
end:
  do
  :: atomic { !db.exists && sends < 2 ->
      looks = changed ||
        !known; /* guard: accept known */
      sends = sends + 1; is_cut = false
    };
    /* The statement commits later than it looked, unless the database was replaced meanwhile. */
    atomic {
      if
      :: db.exists || is_cut -> looks = false; goto end
      :: else
      fi;
      db.exists = true; db.status = pending; db.epoch = 0;
      db.looks_first = looks; /* guard: accepted again looks first */
      same_reference = true; /* guard: derived order id */
      looks = false
    }
  :: atomic { db.exists && !cancels && order_may_become_cancelled(db.status) && /* guard: cancel status */
      known && /* guard: cancel known */
      !db.looks_first /* guard: cancel waits for the look */ ->
      cancels = true;
      db.status = cancelled; db.phase = no_phase; db.released = db.released + 1;
      assert(db.captured == 0 && db.released == 1);
      assert(sold == 0)
    }
  od
}

/* Decides what the service could not find out, by what the store's books say. */
proctype Operator() {
end:
  do
  :: atomic { db.exists && db.review && db.status == in_progress && db.phase == submitting && known && is_quiet ->
      next_epoch();
      if
      :: sold > 0 -> settle_placed(db.epoch)
      :: else -> settle_failed(db.epoch)
      fi
    }
  od
}

/* Takes a copy at any moment, or has only the one of before the order. Later the copy is put back, once. */
proctype Backup() {
  if
  :: atomic { db.exists -> COPY(backup, db) }
  :: skip
  fi;
  atomic { COPY(db, backup); COPY(backup, nothing); known = false; is_cut = true };
  atomic {
    if
    :: is_open -> put_in_doubt(); fresh_epoch() /* guard: restore puts in doubt */
    :: else
    fi;
    changed = true;
    known = true
  }
}

/* When nothing more can happen, every purchase has its order, and every order its end. */
proctype End() {
  timeout;
  assert(db.exists -> (!is_open && !db.review) : true);
  assert(!(sold == 1 && db.exists) || db.status == order_placed);
  assert(!db.exists || db.captured + db.released == 1)
}

init {
  atomic {
    /* A store that can do more may always fail to do it, so these kinds cover the others. */
    if
    :: has_lookup = true; has_reference_fence = true
    :: has_lookup = true; has_cart_fence = true; has_late_window = true
    :: has_cart_fence = true; has_late_window = true
    fi;
    if
    :: losses = 2; crashes = 1; blocks = 1; asks = 1
    :: losses = 1; run Backup()
    :: crashes = 1; run Backup()
    fi;
    run Worker(0); run Worker(1); run Store(); run Clock(); run Client(); run Operator(); run End()
  }
}
