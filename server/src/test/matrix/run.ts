import { beforeAll, describe, expect, it } from 'vitest'
import { digestOf } from '../digest.ts'
import { inside } from '../inside.ts'
import { isForAll, onEachDatabase, onOneDatabase } from '../product.ts'
import { requestOf } from '../request.ts'
import type { Case } from './case.ts'
import { headersOf, makePeople, type People, type Role, restore, roles } from './people.ts'
import { type EveryRow, everyRow } from './rows.ts'
import { codeOf, rules, secretsOf } from './rules.ts'
import { secretsIn } from './secrets.ts'
import { type Kind, makeWorld, putAway, type World } from './world.ts'

/*
 * S29, S30, S36, S37, S39, S40: SECURITY 3.1, made from the contract: every call, by everybody, on an item of every kind. Whoever may
 * not is REFUSED as SECURITY 3.0 has it: an error, no data, nothing changed, nothing of the private world told, no failure inside.
 */
/** On items of the other types only what may differ there. */
const concerns = ({ path, call }: EveryRow, { once }: Case, { state, type }: Kind) =>
  type !== 1 ? !once && (call.kind === 'read' || path === 'page/save') : !once || state === 'private'

/** What is done once in a world, and what changes who may: everybody gets a world of their own for it. Others share one for each case. */
const usesUp = /^(member|team\w*)\/|\/(delete\w*|delEnv|setLock|recover|move|attorn|loginByVerify|registerByVerify)$/

/** Of those who may, and of those who may not, the one nearest to the other side comes first. */
const nearest: readonly Role[] = ['CE', 'E', 'CR', 'R', 'T0', 'U', 'TO', 'Vk', 'V', 'T1', 'O', 'A', 'X', 'D']

const usual: Kind = { state: 'private', type: 1 }

/**
 * In files of their own, so that they run side by side. Who may is decided by the same code on every database: all of it is tried on the
 * first, and on the others each case of the usual item by one who may and one who may not.
 */
export const matrixOf = (...kinds: Kind[]) =>
  (kinds[0]?.state === usual.state && kinds[0].type === usual.type ? onEachDatabase : onOneDatabase)('the matrix', (product, database) => {
    let people: People
    beforeAll(async () => {
      people = await makePeople(product)
    })

    async function ask({ path, call }: EveryRow, one: Case, world: World, role: Role, headers: Record<string, string>) {
      const fields = one.fields?.(world, people[role]) ?? {}
      const file = one.file && { name: one.fileName ?? 'a.zip', bytes: one.file }
      if (one.captcha) {
        const drawn = await product.send({ url: '/api/common/verify', headers })
        headers = { ...headers, ...(drawn.headers['set-cookie'] ? { cookie: String(drawn.headers['set-cookie']) } : {}) }
      }
      const reply = await product.send(requestOf({ path, call, file, writes: [], fields: () => fields }, fields, headers))
      const isEnvelope = String(reply.headers['content-type']).startsWith('application/json')
      // An upload that went well answers without the envelope.
      const code = isEnvelope ? (reply.json<{ error_code?: number }>().error_code ?? 0) : 0
      expect(reply.statusCode, `${path} as ${role}`).toBeLessThan(500)
      // Among packed bytes, of archives and pictures, any few signs may come by chance; what is in archives is looked at where they are made.
      const isPacked = /zip|officedocument|image\/png/.test(String(reply.headers['content-type']))
      if (!isPacked) expect(reply.body, `${path} as ${role}`).not.toMatch(inside)
      return { reply, code, told: secretsIn(`${reply.body}${JSON.stringify(reply.headers)}`) }
    }

    describe.each(kinds)('on a $state item of type $type', (kind) => {
      let world: World
      const headers = {} as Record<Role, Record<string, string>>
      beforeAll(async () => {
        world = await makeWorld(product, people, kind)
        for (const role of roles) headers[role] = await headersOf(product, people[role], world)
      })
      /** After one refusal is before the next. */
      let last: Record<string, string> | undefined
      const isAllowed = ({ who, at = 'own' }: Case, role: Role, on = kind) => rules[who](role, on, at)
      /** On the usual item everybody. What is allowed elsewhere: one who sees all, one who sees a part, and those who may not on that one. */
      function tried({ call }: EveryRow, one: Case, allowed: boolean): readonly Role[] {
        const all = one.roles ?? roles
        const isUsual = kind.state === usual.state && kind.type === usual.type
        if (one.dear) {
          const few: readonly Role[] = kind.state === usual.state ? ['R', 'CE', 'E', 'A'] : ['E', 'CE']
          if (allowed) return few
          // Who may edit something is refused another part in a thread of its own; who may edit nothing, before it.
          return isUsual ? all : all.filter((role) => few.includes(role) || !rules.editorsSee(role, kind, 'own'))
        }
        if (!allowed || isUsual) return all
        const may = all.filter((role) => isAllowed(one, role))
        const some = may.filter((role) => role === 'E' || role === 'CE')
        return call.kind === 'read'
          ? may
          : may.filter((role) => (some.length ? some : may.slice(0, 1)).includes(role) || !isAllowed(one, role, usual))
      }
      const cells = (row: EveryRow, allowed: boolean) =>
        row.cases
          .filter((one) => concerns(row, one, kind))
          .flatMap((one, n) => {
            const all = tried(row, one, allowed).filter((role) => isAllowed(one, role) === allowed)
            const few = isForAll(database) ? all : nearest.filter((role) => all.includes(role)).slice(0, 1)
            return few.map((role) => ({ one, n, role }))
          })
      const some = (allowed: boolean) => everyRow.filter((row) => cells(row, allowed).length)

      it.each(some(false))('$path is refused', async (row) => {
        const before = last ?? (await digestOf(product))
        const asked = cells(row, false).map(async (cell) => ({
          ...cell,
          ...(await ask(row, cell.one, world, cell.role, headers[cell.role])),
        }))
        for (const { n, one, role, reply, code, told } of await Promise.all(asked)) {
          const wanted = one.code ?? codeOf(row.path, row.call, role, kind)
          expect([n, role, code], reply.body).toEqual([n, role, wanted ?? expect.toSatisfy((given) => given > 0)])
          const leads = kind.state !== 'deleted' && one.leads?.roles.includes(role) ? one.leads.to(world) : null
          expect([n, role, reply.json().data, told], reply.body).toEqual([n, role, leads, []])
        }
        last = await digestOf(product)
        const counts = row.cases.flatMap((one) => one.counts ?? [])
        expect(Object.keys(last).filter((table) => last?.[table] !== before[table] && !counts.includes(table))).toEqual([])
        // What was tried in vain here must not close the door to those who are asked for next.
        if (!counts.includes('throttle')) return
        await product.server.house.store.db.deleteFrom('throttle').execute()
        last = undefined
      })

      it.each(some(true))('$path is allowed', async (row) => {
        const isWrite = row.call.kind === 'write'
        let made: { n: number; place: World } | undefined
        // What a call has moved into somebody's sight is not to be found by a later one that looks everywhere.
        const end = async () => made && putAway(product, made.place)
        for (const { one, n, role } of cells(row, true)) {
          if (isWrite && (made?.n !== n || usesUp.test(row.path))) {
            await end()
            made = { n, place: await makeWorld(product, people, kind) }
          }
          const place = made?.place ?? world
          const { reply, code, told } = await ask(
            row,
            one,
            place,
            role,
            isWrite ? await headersOf(product, people[role], place) : headers[role],
          )
          expect([n, role, code], reply.body).toEqual([n, role, 0])
          const known = [...secretsOf(role, kind), ...(kind.state === 'deleted' ? [] : (one.tells ?? []))]
          expect([n, role, told.filter((secret) => !known.includes(secret))], reply.body).toEqual([n, role, []])
          if (!isWrite || !row.path.startsWith('user/')) continue
          await restore(product, people[role])
          headers[role] = await headersOf(product, people[role], world)
        }
        await end()
      })
    })
  })
