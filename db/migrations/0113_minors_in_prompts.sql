-- Expand: more English and Spanish words for minors, and for what is not drawn. An admin's own terms stay as they are.
insert into prompt_term (id, term, rule, topic, added_at)
select uuidv7(), trim(term), 'block', topic, '2026-11-29T00:00:00Z'
from (values
  ('violence', 'decapitacion, decapitado, decapitada, descuartizado, descuartizada, cabeza cortada')
) seeds (topic, terms), unnest(string_to_array(seeds.terms, ',')) term
on conflict (term) do nothing;
insert into prompt_term (id, term, rule, added_at)
select uuidv7(), trim(term), rule, '2026-11-29T00:00:00Z'
from (values
  ('minor', 'boy, adolescent, newborn, tween, youngster, juvenile, prepubescent, pubescent, preschooler, schoolchild, schoolchildren, ' ||
    'schoolkid, grade schooler, middle schooler, high schooler, under 18, under eighteen, below 18, younger than 18, girl scout, ' ||
    'little sister, little brother, ninita, ninito, nene, nenita, chiquillo, chamaco, chamaca, jovencita, jovencito, muchachita, ' ||
    'muchachito, infante, recien nacido, recien nacida, quinceanera, preadolescente, puber, hijita, hijito, ' ||
    'estudiante de primaria, estudiante de secundaria'),
  ('sexual', 'panties, in underwear, in her underwear, in his underwear, spread legs, bragas'),
  ('allow', 'boy band, boy bands, boy george, beach boys, beastie boys, backstreet boys, pet shop boys, fall out boy, game boy')
) seeds (rule, terms), unnest(string_to_array(seeds.terms, ',')) term
on conflict (term) do nothing;
