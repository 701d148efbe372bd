/** Money states before an outcome: they get no line of their own, since the line of the outcome says the same. */
const passing = "('reserved', 'dispatching')";

const columns = 'at, account, entry, caller, operation, event, consent, estimated, charged';
const values = (event: string): string =>
  `NEW.account, NEW.id, NEW.caller, NEW.operation, ${event}, NEW.consent, NEW.estimate, NEW.charged`;

/** The audit trail in SQLite: written by triggers in the transaction that changes the ledger, appended to and never changed. */
export const auditInSqlite = `
  ALTER TABLE entries ADD COLUMN caller TEXT;
  ALTER TABLE entries ADD COLUMN consent TEXT;
  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, account TEXT NOT NULL, entry TEXT, caller TEXT, operation TEXT NOT NULL,
    event TEXT NOT NULL, reason TEXT, consent TEXT, estimated INTEGER, charged INTEGER
  ) STRICT;
  CREATE INDEX audit_account ON audit (account, seq);
  CREATE TRIGGER audit_reserved AFTER INSERT ON entries BEGIN
    INSERT INTO audit (${columns}) VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), ${values("'reserved'")});
  END;
  CREATE TRIGGER audit_changed AFTER UPDATE OF money, charged ON entries
  WHEN NEW.money NOT IN ${passing} AND (OLD.money <> NEW.money OR OLD.charged IS NOT NEW.charged) BEGIN
    INSERT INTO audit (${columns}) VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), ${values('NEW.money')});
  END;
  CREATE TRIGGER audit_keeps_lines BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is only appended to'); END;
  CREATE TRIGGER audit_keeps_all BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is only appended to'); END;
`;

/** The same in PostgreSQL. */
export const auditInPostgres = `
  ALTER TABLE entries ADD COLUMN caller TEXT;
  ALTER TABLE entries ADD COLUMN consent TEXT;
  CREATE TABLE audit (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at BIGINT NOT NULL, account TEXT NOT NULL, entry TEXT, caller TEXT, operation TEXT NOT NULL,
    event TEXT NOT NULL, reason TEXT, consent TEXT, estimated BIGINT, charged BIGINT
  );
  CREATE INDEX audit_account ON audit (account, seq);
  CREATE FUNCTION audit_reserved() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO audit (${columns}) VALUES (floor(extract(epoch FROM clock_timestamp()) * 1000), ${values("'reserved'")});
    RETURN NULL;
  END $$;
  CREATE FUNCTION audit_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO audit (${columns}) VALUES (floor(extract(epoch FROM clock_timestamp()) * 1000), ${values('NEW.money')});
    RETURN NULL;
  END $$;
  CREATE FUNCTION audit_refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'the audit trail is only appended to';
  END $$;
  CREATE TRIGGER audit_reserved AFTER INSERT ON entries FOR EACH ROW EXECUTE FUNCTION audit_reserved();
  CREATE TRIGGER audit_changed AFTER UPDATE OF money, charged ON entries FOR EACH ROW
    WHEN (NEW.money NOT IN ${passing} AND (OLD.money <> NEW.money OR OLD.charged IS DISTINCT FROM NEW.charged)) EXECUTE FUNCTION audit_changed();
  CREATE TRIGGER audit_only_appended BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_refuses();
`;
