-- Contract: document_in_conversation says the same, so each document was checked twice.
alter table document drop constraint document_of_conversation;
