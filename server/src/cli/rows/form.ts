import type { Store } from '../../db/dialect.ts'
import { steps } from '../../db/migrate.ts'
import { Stop } from '../command.ts'
import { migrationsOf } from './tables.ts'

/** A command changes nothing in a database whose form is not the one it knows. */
export async function mustBeNewest({ db, kind }: Pick<Store, 'db' | 'kind'>) {
  const done = await migrationsOf(db, kind)
  mustKnow(done)
  if (done.length < steps.length)
    throw new Stop(
      'The database is of an older version. Start the server once; it brings it up to date.',
      '数据库版本较旧，请先启动一次服务端以完成升级。',
    )
}

/** This version can read what its own steps made, and what fewer of them made. */
export function mustKnow(migrations: string[]) {
  const unknown = migrations.find((name) => !steps.some((step) => step.name === name))
  if (unknown)
    throw new Stop(
      `The database is of a newer version of Sheaf (${unknown}). Update this installation first.`,
      `该数据库来自更新版本的 Sheaf（${unknown}），请先升级本机的程序。`,
    )
  if (migrations.length === 0) throw new Stop('There is no database of Sheaf in it.', '其中没有 Sheaf 的数据库。')
}
