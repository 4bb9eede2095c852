import { expect, it } from 'vitest'
import { changesOf, readStoredGroups, storedGroups } from './group.rules.ts'

const rule = (rule_id: number, group_value: string, team_id: number) => ({ rule_id, group_value, team_id })
const rules = [rule(1, 'writers', 10), rule(2, 'editors', 10), rule(3, 'ops', 20)]
const change = (groups: string[], memberships: [number, number][], unknown: string[] = []) => {
  const found = changesOf(
    rules,
    { groups, unknown },
    memberships.map(([team_id, rule_id]) => ({ team_id, rule_id })),
  )
  return [found.joins, found.moves, found.leaves].map((list) => list.map(({ rule_id }) => rule_id))
}

it('sets memberships by group to the reported groups', () => {
  expect(change(['writers', 'ops'], [])).toEqual([[1, 3], [], []])
  expect(change(['writers', 'editors'], [])).toEqual([[1], [], []])
  expect(
    change(
      [],
      [
        [10, 1],
        [20, 3],
      ],
    ),
  ).toEqual([[], [], [1, 3]])
  expect(change(['editors'], [[10, 1]])).toEqual([[], [2], []])
  expect(change(['writers', 'editors'], [[10, 2]])).toEqual([[], [], []])
})

it('never touches memberships made by hand or by another source', () => {
  expect(
    change(
      [],
      [
        [10, 0],
        [20, 99],
      ],
    ),
  ).toEqual([[], [], []])
  expect(
    change(
      ['writers', 'ops'],
      [
        [10, 0],
        [20, 99],
      ],
    ),
  ).toEqual([[], [], []])
})

it('S171: keeps the memberships of groups without an answer, and compares names exactly', () => {
  expect(
    change(
      [],
      [
        [10, 1],
        [20, 3],
      ],
      ['ops'],
    ),
  ).toEqual([[], [], [1]])
  expect(change(['Writers', 'writers ', 'wr*', 'OPS'], [])).toEqual([[], [], []])
})

it('stores only the bound groups of a person without an account', () => {
  expect(readStoredGroups(storedGroups(rules, { groups: ['ops', 'secret', 'ops'] }))).toEqual({ groups: ['ops'], unknown: [] })
  expect(readStoredGroups(storedGroups(rules, { unsaid: 'overage' }))).toEqual({ unsaid: 'overage' })
  expect(readStoredGroups(storedGroups(rules, { groups: Array(501).fill('ops') }))).toEqual({ unsaid: 'tooMany' })
  expect(storedGroups([], { groups: ['ops'] })).toBe('')
  expect(readStoredGroups('')).toEqual({})
})
