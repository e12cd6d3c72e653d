-- Contract: as 0090.
lock table money_entry in access exclusive mode;
drop index money_entry_of, money_entry_once;
