import SqliteDatabase from 'better-sqlite3'

/** Copies the log into the database. PASSIVE waits for no reader and no writer, and neither waits for it. */
export default ({ file }: { file: string }) => {
  const database = new SqliteDatabase(file, { fileMustExist: true })
  try {
    database.pragma('synchronous = FULL')
    database.pragma('wal_checkpoint(PASSIVE)')
  } finally {
    database.close()
  }
}
