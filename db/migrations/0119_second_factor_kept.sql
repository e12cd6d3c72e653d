-- Expand: repairs accounts whose change of two-step verification stopped halfway (db/functions/account/keep_second_factor.sql).
-- A code had proved these factors, or their owner had turned them off.
update account_second_factor f set verified = true
from account a where a.id = f.account_id and a.two_factor_enabled and f.verified is not true;
delete from account_second_factor f
using account a where a.id = f.account_id and a.two_factor_enabled is not true and f.verified is not false;
