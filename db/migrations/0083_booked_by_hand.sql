-- An agent books for a visitor who phoned. booked_by: the account that did; null: the visitor booked.
-- Only such a showing can cost nothing, has no payment then, and has one way to reach its visitor instead of two.
alter table booking
  add column booked_by uuid references account (id),
  drop constraint booking_amount_cents_check,
  add constraint booking_free_by_hand check (
    amount_cents > 0 or (amount_cents = 0 and booked_by is not null and not is_demo and not mail_upgrade)),
  add constraint booking_by_hand_reachable check (
    booked_by is null or status in ('held', 'lapsed') or buyer_email <> '' or buyer_phone <> '');
