-- Moves an agent's note to the corrected email of a buyer. Call it after the booking has the new email. The note stays
-- if another booking has the old key or another note has the new one. The keys are those of
-- src/showing/buyer/repository.ts.
create or replace function move_buyer_note(p_owner uuid, p_former text, p_new text) returns void language sql as $$
  update buyer_note set buyer = p_new
  where account_id = p_owner and buyer = p_former
    and not exists (select from booking b where b.owner_id = p_owner and b.status not in ('held', 'lapsed') and not b.is_demo
      and coalesce(nullif(b.email_folded, ''), b.phone_key) = p_former)
    and not exists (select from buyer_note where account_id = p_owner and buyer = p_new);
$$;
