import type { Migration } from '../database.ts';

/** Labels of calls and runs, and limits per label. `call_labels` keeps the label of a call for its lines in the audit trail after the call is deleted. */
const tables = `
  ALTER TABLE entries ADD COLUMN label TEXT;
  CREATE INDEX entries_label ON entries (account, label, settled_at) WHERE label IS NOT NULL;
  ALTER TABLE runs ADD COLUMN label TEXT;
  ALTER TABLE audit ADD COLUMN label TEXT;
  CREATE TABLE call_labels (entry TEXT PRIMARY KEY, label TEXT NOT NULL) STRICT;
  CREATE TABLE label_limits (account TEXT NOT NULL, span TEXT NOT NULL, label TEXT NOT NULL, credits INTEGER NOT NULL CHECK (credits >= 0),
    set_at INTEGER NOT NULL, PRIMARY KEY (account, span, label)) STRICT;
`;

const keep = 'INSERT INTO call_labels (entry, label) VALUES (NEW.id, NEW.label);';

/** A released step: to change anything here, append another one. */
export const labels: Migration = {
  sqlite: `${tables}
  CREATE TRIGGER entries_labelled AFTER INSERT ON entries WHEN NEW.label IS NOT NULL BEGIN ${keep} END;`,
  postgres: `${tables}
  CREATE FUNCTION label_call() RETURNS trigger LANGUAGE plpgsql AS $label$ BEGIN ${keep} RETURN NULL; END $label$;
  CREATE TRIGGER entries_labelled AFTER INSERT ON entries FOR EACH ROW WHEN (NEW.label IS NOT NULL) EXECUTE FUNCTION label_call();`,
};
