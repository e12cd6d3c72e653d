-- The drawing as the engine sent it is kept in its own size; what is shown has the size that was asked for.
-- null: that is the same size.
alter table image add column original_width integer check (original_width >= width);
alter table image add column original_height integer check (original_height >= height);

-- What was asked for is a yes or a no; what the engine ignored of it has a list of its own.
update image i
set used_params = i.used_params
  || jsonb_build_object(
    'restore_faces', case when jsonb_typeof(i.used_params -> 'restore_faces') = 'boolean'
      then i.used_params -> 'restore_faces' else to_jsonb(coalesce(g.restore_faces, true)) end,
    'ignored', case when jsonb_typeof(i.used_params -> 'restore_faces') = 'boolean' then '[]'::jsonb
      else '["restore_faces"]'::jsonb end)
from image o left join generation g on g.id = o.generation_id
where o.id = i.id and not i.used_params ? 'ignored';
