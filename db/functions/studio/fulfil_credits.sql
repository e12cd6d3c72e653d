-- Adds the paid credits, begins or renews the plan, and queues the receipt. settle_order calls it with the account and the
-- order locked. Returns whether it did: not if the amount differs, the account is deleted, or the month was already paid.
-- p: subscription_id, entry_id, mail_id (new ids), customer, method (of a saved card), period_start, period_end,
--    anchor_at, anchor_months (of the paid month)
create or replace function fulfil_credits(pay payment, is_exact boolean, p jsonb, p_now timestamptz) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare
  pur purchase;
  sub subscription;
begin
  if not is_exact or exists (select from account where id = pay.account_id and deleted_at is not null) then return false; end if;
  select * into pur from purchase where id = pay.id for update;
  if pay.kind = 'first_month' then
    begin
      insert into subscription (id, account_id, provider, customer_ref, method_ref, status, period, period_start, period_end,
        anchor_at, anchor_months, next_try_at, created_at, updated_at)
      values ((p ->> 'subscription_id')::uuid, pay.account_id, pay.provider, p ->> 'customer', p ->> 'method', 'active', 0,
        (p ->> 'period_start')::timestamptz, (p ->> 'period_end')::timestamptz, (p ->> 'anchor_at')::timestamptz,
        (p ->> 'anchor_months')::integer, (p ->> 'period_end')::timestamptz, p_now, p_now)
      returning * into sub;
      update purchase set subscription_id = sub.id, period = 0 where id = pur.id;
    exception when unique_violation then
      return false;
    end;
  elsif pay.kind = 'renewal' then
    -- The receipt of the month before keeps the end of that month.
    update purchase u set period_end = s.period_end from subscription s
    where s.id = pur.subscription_id and s.status <> 'ended' and s.period = pur.period - 1
      and u.subscription_id = s.id and u.period = s.period;
    update subscription set status = 'active', period = pur.period, period_start = (p ->> 'period_start')::timestamptz,
      period_end = (p ->> 'period_end')::timestamptz, anchor_at = (p ->> 'anchor_at')::timestamptz,
      anchor_months = (p ->> 'anchor_months')::integer, tries = 0, next_try_at = (p ->> 'period_end')::timestamptz,
      customer_ref = coalesce(p ->> 'customer', customer_ref), method_ref = coalesce(p ->> 'method', method_ref), updated_at = p_now
    where id = pur.subscription_id and status <> 'ended' and period = pur.period - 1
    returning * into sub;
    if not found then return false; end if;
  end if;

  perform case pay.kind
    when 'pack' then move_credits((p ->> 'entry_id')::uuid, pay.account_id, pur.credits, 'purchase', pur.id::text, p_now)
    else move_credits((p ->> 'entry_id')::uuid, pay.account_id, pur.credits, 'subscription', sub.id || ':' || sub.period, p_now) end;
  perform graphile_worker.add_job('credit.mail', json_build_object('id', p ->> 'mail_id', 'kind', 'receipt', 'subject', pur.id),
    max_attempts => 13);
  return true;
end $$;
