import type { Contract } from '@sheaf/contract'
import type { Rows } from '../case.ts'

const once: { once: true } = { once: true }

/** `theirs` is a team of TO, who has no right on the item; `own` is a team of the item's owner. */
export const teamRows: { [G in 'team' | 'teamMember' | 'teamRule' | 'teamItem' | 'teamItemMember']: Rows<Contract[G]> } = {
  team: {
    getList: [{ who: 'users', reveals: ['team'], ...once }],
    save: [
      { who: 'users', ...once, fields: () => ({ id: '', team_name: 'New', request_id: '' }) },
      { who: 'teamOwner', ...once, fields: ({ teams }) => ({ id: teams.theirs, team_name: 'Renamed', request_id: '' }) },
    ],
    delete: [{ who: 'teamOwner', fields: ({ teams }) => ({ id: teams.theirs }) }],
    attorn: [
      {
        who: 'teamOwner',
        fields: ({ teams, people: { U } }, { password }) => ({ team_id: teams.theirs, username: U.username, password }),
      },
    ],
  },
  teamMember: {
    getList: [{ who: 'teamOwner', ...once, fields: ({ teams }) => ({ team_id: teams.theirs }) }],
    save: [{ who: 'teamOwner', fields: ({ teams, people: { U } }) => ({ team_id: teams.theirs, member_username: U.username }) }],
    delete: [{ who: 'teamOwner', fields: ({ teamMember }) => ({ id: teamMember }) }],
  },
  teamRule: {
    getList: [{ who: 'teamOwner', ...once, fields: ({ teams }) => ({ team_id: teams.theirs }) }],
    delete: [{ who: 'teamOwner', fields: ({ teamRule }) => ({ rule_id: teamRule }) }],
  },
  teamItem: {
    getList: [{ who: 'manage', reveals: ['team'], fields: ({ item_id }) => ({ item_id }) }],
    getListByTeam: [
      { who: 'teamOwner', reveals: ['item'], fields: ({ teams }) => ({ team_id: teams.theirs }) },
      { who: 'owner', fields: ({ teams }) => ({ team_id: teams.own }) },
    ],
    save: [
      { who: 'ownersChange', fields: ({ teams, item_id }) => ({ team_id: teams.ownFree, item_id }) },
      // The team's owner has no right on the item, and the item's owner has none on the team.
      { who: 'none', fields: ({ teams, item_id }) => ({ team_id: teams.theirsFree, item_id }) },
    ],
    delete: [
      { who: 'change', fields: ({ bindings }) => ({ id: bindings.theirs }) },
      { who: 'change', fields: ({ bindings }) => ({ id: bindings.own }) },
    ],
  },
  teamItemMember: {
    getList: [
      { who: 'manage', fields: ({ teams, item_id }) => ({ item_id, team_id: teams.theirs }) },
      { who: 'manage', fields: ({ teams, item_id }) => ({ item_id, team_id: teams.own }) },
    ],
    save: [
      { who: 'ownersChange', fields: ({ rights }) => ({ id: rights.own, member_group_id: '1', cat_id: '0' }) },
      { who: 'none', fields: ({ rights }) => ({ id: rights.theirs, member_group_id: '1', cat_id: '0' }) },
    ],
    saveAll: [
      { who: 'ownersChange', fields: ({ teams, item_id }) => ({ item_id, team_id: teams.own, member_group_id: '1' }) },
      { who: 'none', fields: ({ teams, item_id }) => ({ item_id, team_id: teams.theirs, member_group_id: '1' }) },
    ],
  },
}
