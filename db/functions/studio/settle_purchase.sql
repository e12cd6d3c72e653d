-- Turns paid money into credits, with its entries and the receipt's job, or marks it to go back. Called by the browser, the
-- webhook and the reconciler alike, any number of times, in any order.
-- p: amount_cents (what is left of what came in), subscription_id, entry_id, mail_id (new ids), customer, method (of a card
--    that was left), period_start, period_end, anchor_at, anchor_months (of the month that this pays)
create or replace function settle_purchase(p_intent text, p jsonb, p_now timestamptz)
returns table (outcome text, purchase_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  pur purchase;
  sub subscription;
begin
  select * into pur from purchase where intent_id = p_intent;
  if not found then return; end if;
  -- Whoever deletes the account waits, and the other way round.
  perform from account where id = pur.account_id for key share;
  select * into pur from purchase where id = pur.id for update;
  if pur.status in ('succeeded', 'refund_due', 'refunded') then
    return query select pur.status, pur.id; return;
  end if;

  begin
    if (p ->> 'amount_cents')::integer <> pur.amount_cents
      or exists (select from account where id = pur.account_id and deleted_at is not null) then
      raise exception using errcode = 'unique_violation';
    end if;
    if pur.kind = 'first_month' then
      insert into subscription (id, account_id, provider, customer_ref, method_ref, status, period, period_start, period_end,
        anchor_at, anchor_months, next_try_at, created_at, updated_at)
      values ((p ->> 'subscription_id')::uuid, pur.account_id, pur.provider, p ->> 'customer', p ->> 'method', 'active', 0,
        (p ->> 'period_start')::timestamptz, (p ->> 'period_end')::timestamptz, (p ->> 'anchor_at')::timestamptz,
        (p ->> 'anchor_months')::integer, (p ->> 'period_end')::timestamptz, p_now, p_now)
      returning * into sub;
      update purchase set subscription_id = sub.id, period = 0 where id = pur.id;
    elsif pur.kind = 'renewal' then
      update subscription set status = 'active', period = pur.period, period_start = (p ->> 'period_start')::timestamptz,
        period_end = (p ->> 'period_end')::timestamptz, anchor_at = (p ->> 'anchor_at')::timestamptz,
        anchor_months = (p ->> 'anchor_months')::integer, tries = 0, next_try_at = (p ->> 'period_end')::timestamptz,
        customer_ref = coalesce(p ->> 'customer', customer_ref), method_ref = coalesce(p ->> 'method', method_ref), updated_at = p_now
      where id = pur.subscription_id and status <> 'ended' and period = pur.period - 1
      returning * into sub;
      if not found then raise exception using errcode = 'unique_violation'; end if;
    end if;
  exception when unique_violation then
    update purchase set status = 'refund_due', paid_cents = (p ->> 'amount_cents')::integer, paid_at = p_now, updated_at = p_now
      where id = pur.id;
    return query select 'refund_due', pur.id; return;
  end;

  update purchase set status = 'succeeded', paid_cents = pur.amount_cents, paid_at = p_now, updated_at = p_now where id = pur.id;
  insert into purchase_entry (purchase_id, kind, amount_cents, provider_reference, at)
    values (pur.id, 'charge', pur.amount_cents, p_intent, p_now);
  perform case pur.kind
    when 'pack' then move_credits((p ->> 'entry_id')::uuid, pur.account_id, pur.credits, 'purchase', pur.id::text, p_now)
    else move_credits((p ->> 'entry_id')::uuid, pur.account_id, pur.credits, 'subscription', sub.id || ':' || sub.period, p_now) end;
  perform graphile_worker.add_job('credit.mail', json_build_object('id', p ->> 'mail_id', 'kind', 'receipt', 'subject', pur.id),
    max_attempts => 13);
  return query select 'settled', pur.id;
end $$;
