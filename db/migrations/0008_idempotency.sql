-- Answers of POSTs that cost money, by the caller's Idempotency-Key, for a day.
create table idempotency_key (
  route text not null,
  key text not null,
  body_hash text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null,
  primary key (route, key)
);
create index idempotency_key_age on idempotency_key (created_at);
