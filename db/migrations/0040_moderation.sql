-- What people say of an image, what admins decide of it, what its creator says to that, and what may not be asked for.

-- Everything that was reported of one image and is decided at once. With the image it goes: then there is nothing to decide.
create table image_case (
  id uuid primary key,
  image_id uuid not null references image (id) on delete cascade,
  opened_at timestamptz not null,
  reported_at timestamptz not null,
  reporters integer not null default 0 check (reporters >= 0),
  decision text check (decision in ('dismiss', 'remove')),
  decision_reason text,
  decided_at timestamptz,
  decided_by uuid references account (id),
  constraint image_case_decided check ((decision is null) = (decided_at is null))
);
create unique index image_case_one_open on image_case (image_id) where decided_at is null;
create index image_case_queue on image_case (opened_at, id) where decided_at is null;
create index image_case_decided_last on image_case (decided_at desc, id desc) where decided_at is not null;

create table image_report (
  id uuid primary key,
  case_id uuid not null references image_case (id) on delete cascade,
  image_id uuid not null references image (id) on delete cascade,
  -- The account, or of a visitor a keyed hash of his address.
  reporter_key text not null,
  reporter_id uuid references account (id),
  reason text not null check (reason in ('sexual', 'violent', 'hateful', 'illegal', 'copyright', 'other')),
  details text not null default '' check (char_length(details) <= 1000),
  created_at timestamptz not null,
  constraint image_report_once unique (image_id, reporter_key)
);
create index image_report_of_case on image_report (case_id, created_at);
create index image_report_by_account on image_report (reporter_id) where reporter_id is not null;
create trigger image_report_of_living before insert on image_report
  for each row execute function refuse_deleted_account('reporter_id');

-- Writes a report down, once for each who reports, and opens the case or joins it to the one that is open.
-- Answers whether it was new.
create function report_image(report_id uuid, new_case uuid, p_image uuid, p_key text, p_reporter uuid, p_reason text,
  p_details text, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  open_case uuid;
begin
  perform from image where id = p_image for update;
  if exists (select from image_report where image_id = p_image and reporter_key = p_key) then return false; end if;
  select id into open_case from image_case where image_id = p_image and decided_at is null;
  if not found then
    insert into image_case (id, image_id, opened_at, reported_at) values (new_case, p_image, p_now, p_now);
    open_case := new_case;
  end if;
  insert into image_report (id, case_id, image_id, reporter_key, reporter_id, reason, details, created_at)
  values (report_id, open_case, p_image, p_key, p_reporter, p_reason, p_details, p_now);
  update image_case set reporters = reporters + 1, reported_at = p_now where id = open_case;
  return true;
end $$;

-- What a creator says to a removal, once for each.
create table image_appeal (
  id uuid primary key,
  image_id uuid not null references image (id) on delete cascade,
  -- Of the removal that it is about.
  removed_at timestamptz not null,
  account_id uuid not null references account (id),
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null,
  decision text check (decision in ('restore', 'uphold')),
  answer text,
  decided_at timestamptz,
  decided_by uuid references account (id),
  constraint image_appeal_once unique (image_id, removed_at),
  constraint image_appeal_decided check ((decision is null) = (decided_at is null))
);
create index image_appeal_queue on image_appeal (created_at, id) where decided_at is null;
create index image_appeal_of_account on image_appeal (account_id);
create trigger image_appeal_of_living before insert on image_appeal
  for each row execute function refuse_deleted_account('account_id');

-- Every image, for whoever looks after all of them.
create index image_newest on image (created_at desc, id desc);

-- Who has said that he is of age.
create table age_confirmation (
  account_id uuid primary key references account (id),
  confirmed_at timestamptz not null
);
create trigger age_confirmation_of_living before insert on age_confirmation
  for each row execute function refuse_deleted_account('account_id');

-- What may not be asked for. `block`: by itself. The others in company: sexual with minor, sexual with person, clothing
-- that is to be left out with minor. `allow`: what looks like one of them and is none.
create table prompt_term (
  id uuid primary key,
  term text not null unique check (term ~ '^[a-z0-9]+( [a-z0-9]+)*$' and char_length(term) <= 60),
  rule text not null check (rule in ('block', 'minor', 'sexual', 'person', 'clothing', 'allow')),
  -- What is not drawn, of a `block`.
  topic text check (topic in ('minors', 'people', 'violence', 'hate', 'abuse', 'other')),
  added_at timestamptz not null,
  -- null: it came with the product.
  added_by uuid references account (id),
  constraint prompt_term_block_has_topic check ((rule = 'block') = (topic is not null))
);

-- How often somebody's prompt was refused for a term, by day; never the prompt.
create table blocked_try (
  account_id uuid not null references account (id),
  term text not null,
  day date not null,
  tries integer not null check (tries > 0),
  last_at timestamptz not null,
  primary key (account_id, term, day)
);
create index blocked_try_last on blocked_try (last_at desc);
create trigger blocked_try_of_living before insert on blocked_try
  for each row execute function refuse_deleted_account('account_id');

insert into prompt_term (id, term, rule, topic, added_at)
select uuidv7(), trim(term), 'block', topic, '2026-11-21T00:00:00Z'
from (values
  ('minors', 'child porn, child pornography, child erotica, kiddie porn, kid porn, underage sex, underage nude, underage porn, ' ||
    'teen porn, teen nude, preteen nude, jailbait, pedophile, pedophilia, paedophile, paedophilia, pedo, paedo, loli, lolicon, ' ||
    'lolis, shota, shotacon, csam'),
  ('people', 'deepfake porn, nudify, undress her, undress him, undress them, remove her clothes, remove his clothes, ' ||
    'take off her clothes, revenge porn, upskirt, without her consent, without his consent'),
  ('violence', 'gore, gory, guro, beheading, beheaded, decapitated, decapitation, dismembered, dismemberment, disemboweled, ' ||
    'disembowelled, mutilated corpse, mutilated body, snuff film, torture porn, severed head, severed limbs, necrophilia'),
  ('hate', 'heil hitler, sieg heil, white power, gas the jews, race war, ethnic cleansing, kill all jews, kill all muslims, ' ||
    'kill all blacks, lynching, ku klux klan, nigger, faggot, kike'),
  ('abuse', 'rape, raped, raping, rapist, rapists, sexual assault, gang bang rape, bestiality, zoophilia, incest, sex slave, ' ||
    'forced sex, non consensual sex, molest, molested, molesting')
) seeds (topic, terms), unnest(string_to_array(seeds.terms, ',')) term;
insert into prompt_term (id, term, rule, added_at)
select uuidv7(), trim(term), rule, '2026-11-21T00:00:00Z'
from (values
  ('minor', 'child, children, kid, kids, toddler, infant, baby, babies, preteen, teen, teenage, teenager, underage, schoolgirl, ' ||
    'schoolboy, school girl, school boy, little girl, little boy, young girl, young boy, minor, minors, kindergarten, ' ||
    'elementary school, middle school, high school'),
  ('sexual', 'nude, nudes, naked, nudity, nsfw, porn, porno, pornographic, pornography, erotic, erotica, sex, sexual, sexually, ' ||
    'sexy, sexualized, hentai, topless, bottomless, undressed, unclothed, lingerie, orgasm, genitals, penis, vagina, nipples, ' ||
    'blowjob, masturbating, fetish, striptease'),
  ('person', 'celebrity, celebrities, actress, actor, politician, president, senator, prime minister, real person, ' ||
    'my ex, my neighbor, my neighbour, my teacher, my boss, my coworker, my colleague, my classmate, my student, my friend, deepfake'),
  ('clothing', 'clothes, clothing, clothed, dress, dressed, shirt, pants, underwear, garments, swimsuit, bikini'),
  ('allow', 'al gore, gore tex, gore mountain, oilseed rape, rape field, rape fields, field of rape, fields of rape, ' ||
    'rape blossom, rape blossoms, rape oil, baby blue, baby pink, baby s breath, baby grand, kid gloves, billy the kid, ' ||
    'nude lipstick, nude color, nude colour, nude tones, nude heels, nude palette, naked mole rat, naked mole rats, ' ||
    'naked flame, naked eye, same sex, single sex, sex education, sex pistols, sexy beast, g minor, c minor, d minor, ' ||
    'e minor, f minor, b minor, minor key, minor chord, ursa minor, asia minor, minor league, minor scratches, ' ||
    'lynching memorial, white power station, white power plant, shota rustaveli, faggots of wood, bundle of faggots, ' ||
    'bundles of faggots')
) seeds (rule, terms), unnest(string_to_array(seeds.terms, ',')) term;
