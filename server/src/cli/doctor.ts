import { inLanguage } from '@sheaf/contract/languages'
import { fileStores } from '../common/storage.store.ts'
import { openStore, type Store } from '../db/dialect.ts'
import { leftWithoutDatabase, lostDatabase } from '../db/migrate.ts'
import type { Config } from '../runtime/config.ts'
import { type Command, configOf, exits, readArguments, type Terminal } from './command.ts'
import { mustBeHere, shown } from './data-dir.ts'
import { checkClock, checkIndex, checkMigrations, checkRows, checkVersion } from './doctor/database.ts'
import { checkDiscovery, checkDocuments, checkListing } from './doctor/discovery.ts'
import { checkFolder, checkServers, checkSettings, checkSpace, checkVersions } from './doctor/environment.ts'
import { checkCloud, checkFiles, checkMail, checkStore } from './doctor/files-and-mail.ts'
import { bad, type CheckTarget, type Finding } from './doctor/finding.ts'
import { checkWebhooks } from './doctor/webhooks.ts'
import { takeSnapshot } from './rows/snapshot.ts'
import { leaveIndexToServer, mustBeNewest } from './rows/tables.ts'

export const doctor: Command = {
  form: '[--mail ADDRESS] [--store] [--reindex]',
  summary: { en: 'Checks whether everything works, and says what to do', zh: '检查各项是否正常，并给出处理办法' },
  help: {
    en: `Checks settings, the data folder, free space, the database and its schema, rows, files, search index and clock. Nothing is changed,
and the server can keep running. Ends with 1 if it finds a problem.

  --mail ADDRESS   also sends a test email to this address
  --store          also writes a small file to the upload store and deletes it, and checks that cloud stores have every file
  --reindex        makes the next start of the server rebuild the whole search index`,
    zh: `检查设置、数据目录、剩余空间、数据库及其结构、数据行、文件、搜索索引与时钟。不作任何改动，无需停止服务。发现问题时以 1 结束。

  --mail 地址      另外向该地址发送一封邮件
  --store          另外向上传文件的存储写入并删除一个小文件，并检查云存储中的文件是否齐全
  --reindex        下次启动服务端时重建整个搜索索引`,
  },
  run,
}

const marks = { good: '✓', note: '!', bad: '✗' }

async function run(args: string[], world: Terminal) {
  const { values } = readArguments(args, { mail: { type: 'string' }, store: { type: 'boolean' }, reindex: { type: 'boolean' } })
  const { out, language } = world
  const findings: Finding[] = []
  const report = (found: Finding | Finding[]) => {
    for (const finding of [found].flat()) {
      findings.push(finding)
      out(
        `${marks[finding.state]} ${inLanguage(finding.what, language)}\n${finding.todo ? `  → ${inLanguage(finding.todo, language)}\n` : ''}`,
      )
    }
  }
  report(checkVersions())
  const config = configOf(world)
  report(checkSettings(config))
  report(await checkDiscovery(config))
  report(await checkFolder(config))
  if (findings.every(({ state }) => state !== 'bad')) report(await checkSpace(config))
  // A database that does not answer is reported below.
  const left = await leftWithoutDatabase(config).catch((): string[] => [])
  if (left.length > 0) {
    const { what, todo } = lostDatabase(config, left)
    report(bad(what, todo))
    return exits.failed
  }
  const url = mustBeHere(config)
  const snapshot = await takeSnapshot(url).catch((error: Error) => report(unreachable(url, error)))
  if (snapshot) await examine({ config, db: snapshot.db, kind: snapshot.kind }, report).finally(snapshot.close)
  if (values.mail !== undefined) report(await checkMail({ config }, values.mail))
  if (values.store) report(await checkStores(config, openStore(url)))
  if (values.reindex) await reindex(openStore(url))
  return findings.some(({ state }) => state === 'bad') ? exits.failed : exits.done
}

async function examine(target: CheckTarget, report: (found: Finding | Finding[]) => void) {
  report(await checkVersion(target))
  const form = await checkMigrations(target)
  report(form)
  if (form.state !== 'good') return
  for (const check of [checkServers, checkRows, checkIndex, checkFiles, checkClock, checkListing, checkWebhooks, checkDocuments])
    report(await check(target))
}

const unreachable = (url: string, error: unknown) =>
  bad(
    {
      en: `The database ${shown(url)} does not answer: ${(error as Error).message}`,
      zh: `数据库 ${shown(url)} 无响应：${(error as Error).message}`,
    },
    { en: 'Is it running, and are address, user and password right?', zh: '数据库是否在运行？地址、用户名与密码是否正确？' },
  )

/** Checks the store of new uploads, and the files in cloud stores. */
async function checkStores(config: Config, store: Store) {
  const files = fileStores({ config, store })
  try {
    return [await checkStore(files), ...(await checkCloud({ store, files }))]
  } finally {
    await store.close()
  }
}

async function reindex(store: Store) {
  try {
    await mustBeNewest(store)
    await store.write(leaveIndexToServer)
  } finally {
    await store.close()
  }
}
