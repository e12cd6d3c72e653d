-- A new time that an agent proposes for a confirmed showing. A hold without a person keeps it while the question is open.
create table move_proposal (
  slot_id uuid primary key references booking (id),
  booking_id uuid not null references booking (id),
  turn integer not null,
  reason text,
  proposed_at timestamptz not null,
  due_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  constraint move_proposal_once_a_turn unique (booking_id, turn),
  constraint move_proposal_turn_check check (turn between 1 and 5),
  constraint move_proposal_reason_check check (length(reason) between 1 and 500),
  constraint move_proposal_answer_check check (answer in ('agreed', 'kept', 'withdrawn', 'unanswered', 'ended')),
  constraint move_proposal_answered check ((answer is null) = (answered_at is null))
);
create unique index move_proposal_open on move_proposal (booking_id) where answer is null;
create index move_proposal_due on move_proposal (due_at) where answer is null;

-- A move that the agent proposes leaves the buyer their own.
alter table booking add column has_moved boolean not null default false;
update booking set has_moved = true where moved_from is not null;
