-- Contract: as 0090.
lock table property in access exclusive mode;
drop index property_of_owner;
