import { fileStores } from '../common/storage.store.ts'
import type { Ctx } from '../context.ts'
import { openReader } from '../db/dialect.ts'
import type { Config } from '../runtime/config.ts'
import { type Host, paced, streamTask } from '../runtime/stream-task.ts'
import {
  type ArchiveName,
  type ExportFormat,
  type ExportOptions,
  type ExportRequest,
  exportSource,
  nameOf,
  pageCount,
} from './export.source.ts'

interface ArchiveTask {
  name: ArchiveName
  request: ExportRequest
  options: Omit<ExportOptions, 'signal' | 'onProgress'>
  database: string
  config: Pick<Config, 'DATA_DIR' | 'BASE_PATH' | 'SECRET_KEY'>
  caller: Pick<Ctx<'user'>, 'user' | 'session_id' | 'grant' | 'language'>
}

type ArchiveCalls = {
  /** Receives the name of the file before its first bytes. */
  begin: (name: string) => void
  progress: (done: number, total: number) => void
}

const kinds: Record<ArchiveName, () => Promise<ExportFormat>> = {
  markdown: async () => (await import('./markdown/markdown-zip.ts')).markdownKind,
  html: async () => (await import('./html/html-zip.ts')).htmlKind,
}

/** The bytes of an archive. The thread opens the database itself and checks all rights again, so that the export delays no other request. */
export default streamTask(async function* (
  { name, request, options, database, config, caller }: ArchiveTask,
  { notify, signal }: Host<ArchiveCalls>,
): AsyncGenerator<Uint8Array, void> {
  const store = openReader(database)
  try {
    const ctx = { ...caller, store, db: store.db, files: fileStores({ store, config }) }
    const source = await exportSource(ctx, request.item_id, request)
    notify('begin', nameOf(source, request))
    const onProgress = paced((done, total) => notify('progress', done, total))
    onProgress(0, pageCount(source))
    const { make } = await kinds[name]()
    yield* make(source, { ...options, signal, onProgress })
  } finally {
    await store.close()
  }
})
