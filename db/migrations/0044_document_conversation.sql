-- Documents go with their conversation, by whatever way that goes.
alter table document add constraint document_of_conversation
  foreign key (conversation_id) references conversation (id) on delete cascade;
