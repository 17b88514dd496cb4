CREATE TABLE IF NOT EXISTS posts (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE,
  author TEXT NOT NULL,
  summary TEXT NOT NULL,
  body TEXT NOT NULL,
  published_at TEXT,
  updated_at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS posts_by_date ON posts (published_at DESC, id DESC);

CREATE TABLE IF NOT EXISTS tags (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE IF NOT EXISTS taggings (
  post_id INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (post_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS taggings_by_tag ON taggings (tag_id);

CREATE TABLE IF NOT EXISTS comments (
  id INTEGER PRIMARY KEY,
  post_id INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  author TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS comments_by_post ON comments (post_id, id);

CREATE TABLE IF NOT EXISTS writers (
  name TEXT PRIMARY KEY,
  password TEXT NOT NULL
) WITHOUT ROWID;

-- Only a hash of the token is kept, so that a stolen copy of the file opens no desk.
CREATE TABLE IF NOT EXISTS sessions (
  token_hash TEXT PRIMARY KEY,
  writer TEXT NOT NULL REFERENCES writers (name) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE VIRTUAL TABLE IF NOT EXISTS post_texts USING fts5 (
  title, summary, body, content = 'posts', content_rowid = 'id', tokenize = 'porter unicode61'
);
CREATE TRIGGER IF NOT EXISTS posts_added AFTER INSERT ON posts BEGIN
  INSERT INTO post_texts (rowid, title, summary, body) VALUES (new.id, new.title, new.summary, new.body);
END;
CREATE TRIGGER IF NOT EXISTS posts_removed AFTER DELETE ON posts BEGIN
  INSERT INTO post_texts (post_texts, rowid, title, summary, body)
    VALUES ('delete', old.id, old.title, old.summary, old.body);
END;
CREATE TRIGGER IF NOT EXISTS posts_changed AFTER UPDATE ON posts BEGIN
  INSERT INTO post_texts (post_texts, rowid, title, summary, body)
    VALUES ('delete', old.id, old.title, old.summary, old.body);
  INSERT INTO post_texts (rowid, title, summary, body) VALUES (new.id, new.title, new.summary, new.body);
END;
