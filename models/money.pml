/*
 * One wallet: a top-up that an event, a page and a poll confirm at once, a card charge that may be abandoned, an order that
 * holds, captures, releases and refunds, a return that is credited, a refund of the top-up, and a database that may be
 * replaced by an older copy. Amounts are a few cents; every statement of the service is one atomic step.
 *
 * "guard: name" marks a condition that must hold, as in placement.pml.
 */
#include "moves.pml"

#define TOP_UP 2
#define HOLD 2
#define CHARGED 1
#define CARD 1

typedef Books {
  /* The wallet. */
  short available;
  short held;
  /* The outside world, as the ledger sees it: below zero is what came from there. */
  short stripe;
  short card;
  short retailer;
  /* Which causes are in the ledger: its unique key. */
  byte funded;
  byte returned;
  byte refunds;
  bool has_top_up;
  byte top_up;
  byte top_up_back;
  bool has_order;
  byte order;
  byte due;
  byte captured;
  byte released;
  bool has_payment;
  byte payment;
  byte card_funded;
  byte card_refunded
};
Books db;
Books backup;
Books nothing;
#define COPY(to, from) \
  to.available = from.available; to.held = from.held; to.stripe = from.stripe; to.card = from.card; \
  to.retailer = from.retailer; to.funded = from.funded; to.returned = from.returned; to.refunds = from.refunds; \
  to.has_top_up = from.has_top_up; to.top_up = from.top_up; to.top_up_back = from.top_up_back; \
  to.has_order = from.has_order; to.order = from.order; to.due = from.due; to.captured = from.captured; \
  to.released = from.released; to.has_payment = from.has_payment; to.payment = from.payment; \
  to.card_funded = from.card_funded; to.card_refunded = from.card_refunded

/* Stripe's own books: they never go back. */
bool paid;
byte paid_out;
/* The card provider's: what it did under our key, how often, and what it gave back. */
#define unused 0
#define charged 1
#define declined 2
byte card_key;
byte charges;
byte given_back;
inline charge() {
  if
  :: card_key == unused -> card_key = charged; charges = charges + 1
  :: card_key == unused -> card_key = declined
  :: else
  fi
}

#define is_sound (db.available >= 0 && db.held >= 0 && \
  db.available + db.held + db.stripe + db.card + db.retailer == 0 && \
  db.funded <= 1 && db.returned <= 1 && db.refunds <= 1 && db.card_funded <= 1)
#define is_settled (db.captured + db.released + db.held == db.due)

/* Reads the payment back, then books what it said: an event, the page that the payer returns to, a poll. */
proctype Settle() {
  bool is_paid;
  byte looks = 0;
end:
  do
  :: atomic { db.has_top_up && db.top_up != top_up_succeeded && db.top_up != top_up_refunded &&
      looks < (paid -> 4 : 1) -> looks = looks + 1; is_paid = paid };
    atomic {
      if
      :: is_paid && db.has_top_up &&
        top_up_may_become_succeeded(db.top_up) /* guard: credit status */ ->
        db.top_up = top_up_succeeded;
        db.funded = db.funded + 1; db.available = db.available + TOP_UP; db.stripe = db.stripe - TOP_UP;
        assert(is_sound)
      :: !is_paid && db.has_top_up && top_up_may_become_expired(db.top_up) /* guard: expire status */ ->
        db.top_up = top_up_expired
      :: else
      fi;
      is_paid = false
    }
  od
}

/* The payer may pay at any moment, also after the top-up was given up. */
proctype Payer() {
end:
  atomic { db.has_top_up -> paid = true }
}

/* Gives back what is unused, under the lock of the top-up. */
proctype RefundTopUp() {
  byte cents;
end:
  atomic {
    db.has_top_up && db.top_up == top_up_succeeded && db.available > 0 /* guard: refund what is available */ ->
    cents = (db.available < TOP_UP - db.top_up_back -> db.available : TOP_UP - db.top_up_back);
    db.available = db.available - cents; db.stripe = db.stripe + cents;
    db.top_up_back = db.top_up_back + cents;
    if :: db.top_up_back == TOP_UP -> db.top_up = top_up_refunded :: else fi;
    assert(is_sound)
  }
}

/* An order: held at once, then captured and released, or released, and refunded when the store cancels it. */
proctype Order() {
end:
  atomic {
    !db.has_order &&
    db.available >= HOLD /* guard: hold what is available */ ->
    db.has_order = true; db.order = pending; db.due = HOLD;
    db.available = db.available - HOLD; db.held = db.held + HOLD;
    assert(is_sound)
  }
}

/* Two who may end the order: a worker and a client, or two workers. */
proctype Ending() {
end:
  do
  :: atomic { db.has_order && order_may_become_in_progress(db.order) -> db.order = in_progress }
  :: atomic {
      db.has_order && order_may_become_order_placed(db.order) /* guard: capture with the status */ ->
      db.order = order_placed;
      db.captured = db.captured + CHARGED; db.released = db.released + (HOLD - CHARGED); /* guard: release the rest */
      db.held = db.held - HOLD; db.retailer = db.retailer + CHARGED; db.available = db.available + (HOLD - CHARGED);
      assert(is_sound);
      assert(is_settled)
    }
  :: atomic {
      db.has_order && order_may_become_order_failed(db.order) /* guard: release with the failure */ ->
      db.order = order_failed;
      db.released = db.released + HOLD; db.held = db.held - HOLD; db.available = db.available + HOLD;
      assert(is_sound);
      assert(is_settled)
    }
  :: atomic {
      db.has_order && order_may_become_cancelled(db.order) /* guard: release with the cancellation */ ->
      db.order = cancelled;
      db.released = db.released + HOLD; db.held = db.held - HOLD; db.available = db.available + HOLD;
      assert(is_sound);
      assert(is_settled)
    }
  od
}

/* After the purchase: a return is credited, and the store may cancel what is left. Two try each of it. */
proctype After() {
end:
  do
  :: atomic {
      db.has_order && (db.order == order_placed || db.order == cancelled_by_retailer) && db.refunds == 0 &&
      db.returned == 0 /* guard: return credited once */ ->
      db.returned = db.returned + 1; db.available = db.available + CHARGED; db.retailer = db.retailer - CHARGED;
      assert(is_sound);
      assert(db.retailer >= 0)
    }
  :: atomic {
      db.has_order && order_may_become_cancelled_by_retailer(db.order) /* guard: refund with the status */ ->
      db.order = cancelled_by_retailer;
      if
      :: db.returned == 0 /* guard: credits count in a refund */ ->
        db.refunds = db.refunds + 1;
        db.available = db.available + CHARGED; db.retailer = db.retailer - CHARGED
      :: else
      fi;
      assert(is_sound);
      assert(db.retailer >= 0)
    }
  od
}

/* A card is charged outside: the claim is committed first, and whatever does not finish is given back. */
proctype Card() {
end:
  atomic { !db.has_payment -> db.has_payment = true; db.payment = payment_claimed };
  /* The process may die here: the charge may have been made, and nobody knows. */
  atomic { if :: charge() :: skip -> goto dead fi };
  atomic {
    if
    :: db.has_payment && card_key == charged && payment_may_become_settled(db.payment) /* guard: settle the claim */ ->
      db.payment = payment_settled;
      db.card_funded = db.card_funded + 1; db.available = db.available + CARD; db.card = db.card - CARD;
      assert(is_sound)
    :: db.has_payment && card_key == declined && payment_may_become_declined(db.payment) -> db.payment = payment_declined
    :: else
    fi
  };
dead:
  skip
}

/* The job that looks after a claim nobody finished: it asks for the charge under the same key, and gives it back. */
proctype Abandon() {
end:
  atomic { db.has_payment && payment_may_become_abandoned(db.payment) /* guard: abandon the claim */ ->
    db.payment = payment_abandoned };
  /* A provider that knows of no charge is asked under the same key: a request on its way finds the key used. */
  atomic { charge() }; /* guard: same key for the look */
  atomic {
    if
    :: db.has_payment && db.payment == payment_abandoned && card_key == charged ->
      db.card_funded = db.card_funded + 1;
      db.card_refunded = db.card_refunded + CARD; given_back = given_back + CARD; /* guard: abandoned charge goes back */
      assert(is_sound)
    :: db.has_payment && card_key == declined && payment_may_become_declined(db.payment) -> db.payment = payment_declined
    :: else
    fi
  }
}

/* Asks for a top-up. The id is in Stripe's metadata, so a copy that lost the row gets it back from Stripe's list. */
proctype Client() {
end:
  atomic { !db.has_top_up && !paid -> db.has_top_up = true; db.top_up = top_up_requires_action }
}

/* A copy of any moment is put back, once; Stripe's list is compared with it. Orders start anew from the copy (placement.pml). */
proctype Backup() {
  atomic { COPY(backup, db) };
  atomic { COPY(db, backup); COPY(backup, nothing) };
  atomic {
    if
    :: paid && !db.has_top_up -> db.has_top_up = true; db.top_up = top_up_requires_action
    :: else
    fi
  }
}

/* When nothing more can happen, every cent is somewhere. */
proctype End() {
  timeout;
  assert(is_sound);
  assert(is_settled);
  assert(!paid || db.funded == 1);
  assert(!db.has_order || db.order != in_progress);
  assert(charges == db.card_funded && db.card_refunded == given_back);
  assert(charges == 0 || db.payment == payment_settled || given_back == CARD)
}

init {
  atomic {
    run Client(); run Payer(); run Settle(); run Settle(); run Order(); run Ending(); run After(); run RefundTopUp();
    if
    :: run Backup()
    :: run Card(); run Abandon(); run Ending()
    fi;
    run End()
  }
}
