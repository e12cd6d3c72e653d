create or replace function record_admin_act(p_actor uuid, p_act text, p_kind text, p_subject text, p_details jsonb, p_now timestamptz)
returns void language sql as $$
  insert into admin_act (actor_id, act, subject_kind, subject_id, details, at)
    values (p_actor, p_act, p_kind, p_subject, p_details, p_now);
$$;
