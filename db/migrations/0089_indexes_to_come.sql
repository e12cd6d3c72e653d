-- concurrently
-- Expand: people book while these are built. A booking will write fewer index entries and lock no row that other bookings
-- lock. docs/indexes.md says what each index is for.

-- The slots of a property and its list read one index. It holds everything but lapsed holds.
drop index concurrently if exists booking_of_property;
create index concurrently booking_of_property on booking (property_id, starts_at, id) where status <> 'lapsed';

-- Lists, searches and figures of an owner read one index.
drop index concurrently if exists booking_of_owner;
create index concurrently booking_of_owner on booking (owner_id, starts_at desc, id desc)
  include (search_text, status, showing_date, property_id, is_demo) where status not in ('held', 'lapsed');

-- A hold has no page for its buyer and no notice.
drop index concurrently if exists booking_manage_token;
create unique index concurrently booking_manage_token on booking (manage_token) where status not in ('held', 'lapsed');
drop index concurrently if exists booking_notice_token;
create unique index concurrently booking_notice_token on booking (notice_token) where status not in ('held', 'lapsed');

-- Only a message that is sent again has a number of its own.
drop index concurrently if exists notification_send_id;
create unique index concurrently notification_send_id on notification (send_id) where send_id is not null;
drop index concurrently if exists notification_has_failed;
create index concurrently notification_has_failed on notification (id) where has_failed;
drop index concurrently if exists notification_sent_letter;
create index concurrently notification_sent_letter on notification (sent_at) where channel = 'certified_mail' and recall is null;

-- The index that finds a payment's entries also keeps the four that exist once.
drop index concurrently if exists money_entry_of_payment;
create unique index concurrently money_entry_of_payment on money_entry
  (payment_id, (case when kind in ('authorize', 'charge', 'refund', 'release') then kind else id::text end));

drop index concurrently if exists property_owned;
create unique index concurrently property_owned on property (owner_id, id);
