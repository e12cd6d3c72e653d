-- Contract: servers of 0.3.0 find an intent by its ID, with which its secret begins. The changelog of 0.3.0 says to stop
-- those of 0.2.0, which look for the secret itself.
alter table sandbox_intent drop constraint sandbox_intent_client_secret_key;
