-- Times that an agent closes at all of their properties: an appointment, a vacation. is_all_day: whole dates in its zone.
create table block_out (
  id uuid primary key,
  account_id uuid not null references account (id),
  during tstzrange not null constraint block_out_during_check check (not isempty(during) and lower_inc(during) and not upper_inc(during)
    and upper(during) - lower(during) <= interval '367 days'),
  time_zone text not null,
  is_all_day boolean not null,
  reason text constraint block_out_reason_check check (length(reason) between 1 and 200),
  created_at timestamptz not null
);
create index block_out_during on block_out using gist (account_id, during);
