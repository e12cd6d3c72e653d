-- Expand: processes of the version before work with all of this; their queries find an index that has what theirs had.
-- A booking writes fewer index entries and locks no row that other bookings lock. docs/indexes.md says what each index is for.

-- The slots of a property and its list read one index. It holds everything but lapsed holds.
create index booking_of_property on booking (property_id, starts_at, id) where status <> 'lapsed';
drop index booking_slots, booking_by_property;
-- Lists, searches and figures of an owner read one index.
create index booking_of_owner on booking (owner_id, starts_at desc, id desc)
  include (search_text, status, showing_date, property_id, is_demo) where status not in ('held', 'lapsed');
drop index booking_by_owner, booking_search;
-- A hold has no page for its buyer and no notice.
create unique index booking_manage_token on booking (manage_token) where status not in ('held', 'lapsed');
create unique index booking_notice_token on booking (notice_token) where status not in ('held', 'lapsed');
alter table booking drop constraint booking_manage_token_key, drop constraint booking_notice_token_key;

-- No query asks for the demos by their emptiness.
drop index booking_demo_home;

-- Only a message that is sent again has a number of its own.
create unique index notification_send_id on notification (send_id) where send_id is not null;
alter table notification drop constraint notification_send_id_key;
-- No index has the status, so beginning to send a message changes its row in place and writes no index. Pages keep room for that.
alter table notification add column has_failed boolean not null default false, set (fillfactor = 75);
update notification set has_failed = true where status = 'failed';
drop index notification_failed, notification_letter;
create index notification_failed on notification (id) where has_failed;
create index notification_letter on notification (sent_at) where channel = 'certified_mail' and recall is null;

-- The index that finds a payment's entries also keeps the four that exist once.
create unique index money_entry_of_payment on money_entry
  (payment_id, (case when kind in ('authorize', 'charge', 'refund', 'release') then kind else id::text end));
drop index money_entry_of, money_entry_once;

-- The fee of a new booking is counted with the booking, in one step.
alter table money_entry add column is_counted boolean not null default false;

-- The secret begins with the intent's ID, which finds it.
alter table sandbox_intent drop constraint sandbox_intent_client_secret_key;

-- A booking, its activity and its month name the owner of their property. One reference says so and locks the property, not
-- also the account, whose row every booking of an agent would lock.
create unique index property_owned on property (owner_id, id);
drop index property_of_owner;
alter table booking add constraint booking_of_owner_of_property foreign key (owner_id, property_id) references property (owner_id, id) not valid;
alter table booking validate constraint booking_of_owner_of_property;
alter table booking drop constraint booking_owner_id_fkey, drop constraint booking_property_id_fkey;
alter table activity add constraint activity_of_owner_of_property foreign key (owner_id, property_id) references property (owner_id, id)
  on delete cascade not valid;
alter table activity validate constraint activity_of_owner_of_property;
alter table activity drop constraint activity_owner_id_fkey, drop constraint activity_property_id_fkey;
alter table property_month add constraint property_month_of_owner_of_property foreign key (owner_id, property_id)
  references property (owner_id, id) on delete cascade not valid;
alter table property_month validate constraint property_month_of_owner_of_property;
alter table property_month drop constraint property_month_owner_id_fkey, drop constraint property_month_property_id_fkey;
