import { beforeAll, describe, expect, it } from 'vitest'
import { digestOf } from '../digest.ts'
import { internalDetails } from '../internal-details.ts'
import { isForAll, onEachDatabase, onOneDatabase } from '../product.ts'
import { requestOf } from '../request.ts'
import type { Case } from './case.ts'
import { type EveryRow, everyRow } from './rows.ts'
import { codeOf, rules, secretsOf } from './rules.ts'
import { secretsIn } from './secrets.ts'
import { headersOf, type MatrixUsers, makeUsers, type Role, restore, roles } from './users.ts'
import { type Kind, makeWorld, removeWorld, type World } from './world.ts'

/*
 * S29, S30, S36, S37, S39, S40: the permission matrix (test/matrix/rules.ts), generated from the contract: every call by every role on
 * every kind of item. A role without the right is REFUSED: an error, no data, no change, no secret revealed, no internal error.
 */
/** Items of other types run only the calls that can behave differently there. */
const concerns = ({ path, call }: EveryRow, { once, addsPage }: Case, { state, type }: Kind) =>
  type !== 1 ? !once && !addsPage && (call.kind === 'read' || path === 'page/save') : !once || state === 'private'

/** Calls that work once per world or change rights, so each role gets its own world. Other calls share a world per case. */
const usesUp =
  /^(member|team\w*)\/|\/(delete\w*|delEnv|setLock|recover|move|attorn|loginByVerify|registerByVerify|accept|unaccept|decide|decideMatch|decline|release|detach)$/

/** Roles near the boundary between allowed and refused come first. */
const nearest: readonly Role[] = ['CE', 'E', 'CR', 'R', 'T0', 'U', 'TO', 'Vk', 'V', 'T1', 'O', 'A', 'X', 'D']

const usual: Kind = { state: 'private', type: 1 }

/**
 * Runs the matrix for these kinds of items. Each test file calls it once, so that the files run in parallel. Rights do not depend on the
 * database, so only the first one runs every role. The others run one allowed and one refused role per case of the usual item.
 */
export const matrixOf = (...kinds: Kind[]) =>
  (kinds[0]?.state === usual.state && kinds[0].type === usual.type ? onEachDatabase : onOneDatabase)('the matrix', (product, database) => {
    let people: MatrixUsers
    beforeAll(async () => {
      people = await makeUsers(product)
    })

    async function request({ path, call }: EveryRow, one: Case, world: World, role: Role, headers: Record<string, string>) {
      const fields = one.fields?.(world, people[role]) ?? {}
      const file = one.file && { name: one.fileName ?? 'a.zip', bytes: one.file }
      if (one.byPage) headers = { ...headers, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
      if (one.captcha) {
        const drawn = await product.send({ url: '/api/common/verify', headers })
        headers = { ...headers, ...(drawn.headers['set-cookie'] ? { cookie: String(drawn.headers['set-cookie']) } : {}) }
      }
      const reply = await product.send(requestOf({ path, call, file, writes: [], fields: () => fields }, fields, headers))
      const isEnvelope = String(reply.headers['content-type']).startsWith('application/json')
      // A successful upload answers without the envelope.
      const code = isEnvelope ? (reply.json<{ error_code?: number }>().error_code ?? 0) : 0
      expect(reply.statusCode, `${path} as ${role}`).toBeLessThan(500)
      // Compressed bytes can match by chance, so archives and images are skipped. Tests of the exports check their contents.
      const isPacked = /zip|officedocument|image\/png/.test(String(reply.headers['content-type']))
      if (!isPacked) expect(reply.body, `${path} as ${role}`).not.toMatch(internalDetails)
      return { reply, code, revealed: secretsIn(`${reply.body}${JSON.stringify(reply.headers)}`) }
    }

    describe.each(kinds)('on a $state item of type $type', (kind) => {
      let world: World
      const headers = {} as Record<Role, Record<string, string>>
      beforeAll(async () => {
        world = await makeWorld(product, people, kind)
        for (const role of roles) headers[role] = await headersOf(product, people[role], world)
      })
      /** The digest after a refusal, reused as the digest before the next one. */
      let last: Record<string, string> | undefined
      const isAllowed = ({ who, at = 'own' }: Case, role: Role, on = kind) => rules[who](role, on, at)
      /** All roles on the usual item. Elsewhere, allowed writes run E and CE, and the roles that the usual item refuses. */
      function rolesFor({ call }: EveryRow, one: Case, allowed: boolean): readonly Role[] {
        const all = one.roles ?? roles
        const isUsual = kind.state === usual.state && kind.type === usual.type
        if (one.needsThread) {
          const few: readonly Role[] = isUsual ? ['R', 'CE', 'E', 'A'] : kind.state === usual.state ? ['CE'] : ['E', 'CE']
          if (allowed) return few
          // Editors are refused inside the worker thread, so only a few run. Roles without edit rights are refused before it.
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
            const all = rolesFor(row, one, allowed).filter((role) => isAllowed(one, role) === allowed)
            const few = isForAll(database) ? all : nearest.filter((role) => all.includes(role)).slice(0, 1)
            return few.map((role) => ({ one, n, role }))
          })
      const some = (allowed: boolean) => everyRow.filter((row) => cells(row, allowed).length)

      // On the first database each call is compared, on the others all of them together: reading every table takes longer there.
      const isEach = isForAll(database)
      const mayCount = new Set<string>()
      const mustBeUnchanged = async (before: Record<string, string>, counts: Iterable<string>) => {
        last = await digestOf(product)
        const counted = new Set(counts)
        expect(Object.keys(last).filter((table) => last?.[table] !== before[table] && !counted.has(table))).toEqual([])
      }
      let first: Record<string, string> = {}
      beforeAll(async () => {
        if (!isEach) first = await digestOf(product)
      })

      it.each(some(false))('$path is refused', async (row) => {
        const before = isEach ? (last ?? (await digestOf(product))) : first
        const requests = cells(row, false).map(async (cell) => ({
          ...cell,
          ...(await request(row, cell.one, world, cell.role, headers[cell.role])),
        }))
        for (const { n, one, role, reply, code, revealed } of await Promise.all(requests)) {
          const wanted = one.code ?? codeOf(row.path, row.call, role, kind)
          expect([n, role, code], reply.body).toEqual([n, role, wanted ?? expect.toSatisfy((given) => given > 0)])
          const leads = kind.state !== 'deleted' && one.leads?.roles.includes(role) ? one.leads.to(world) : null
          const unknown = one.names ? revealed.filter((secret) => !secretsOf(role, kind).includes(secret)) : revealed
          expect([n, role, reply.json().data, unknown], reply.body).toEqual([n, role, leads, []])
        }
        const counts = row.cases.flatMap((one) => one.counts ?? [])
        for (const table of counts) mayCount.add(table)
        if (isEach) await mustBeUnchanged(before, counts)
        // The counted failures must not lock out the requests of the next test.
        if (!counts.includes('throttle')) return
        await product.server.services.store.db.deleteFrom('throttle').execute()
        last = undefined
      })

      if (!isEach) it('the refused calls changed nothing', () => mustBeUnchanged(first, mayCount))

      it.each(some(true))('$path is allowed', async (row) => {
        const isWrite = row.call.kind === 'write'
        let made: { n: number; place: World } | undefined
        // A call can make content visible to a role. Removing the world keeps later searches from finding it.
        const end = async () => made && removeWorld(product, made.place)
        for (const { one, n, role } of cells(row, true)) {
          if (isWrite && (made?.n !== n || usesUp.test(row.path))) {
            await end()
            made = { n, place: await makeWorld(product, people, kind) }
          }
          const place = made?.place ?? world
          const { reply, code, revealed } = await request(
            row,
            one,
            place,
            role,
            isWrite ? await headersOf(product, people[role], place) : headers[role],
          )
          expect([n, role, code], reply.body).toEqual([n, role, 0])
          const known = [...secretsOf(role, kind), ...(kind.state === 'deleted' ? [] : (one.reveals ?? []))]
          expect([n, role, revealed.filter((secret) => !known.includes(secret))], reply.body).toEqual([n, role, []])
          if (!isWrite || !/^(?:user|session)\//.test(row.path)) continue
          await restore(product, people[role])
          headers[role] = await headersOf(product, people[role], world)
        }
        await end()
      })
    })
  })
