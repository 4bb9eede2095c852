import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'
import type { World } from '../world.ts'

type Names = (world: World) => { pages?: string[]; cats?: string[] }

const linesOf = ({ pages = [], cats = [] }: ReturnType<Names>) =>
  JSON.stringify([...cats.map((cat_id) => ({ cat_id })), ...pages.map((page_id) => ({ page_id }))])

const selected = (who: Case['who'], at: Case['at'], names: Names, more: (world: World) => Record<string, string>): Case => ({
  who,
  ...(at ? { at } : {}),
  fields: (world) => ({ item_id: world.item_id, lines: linesOf(names(world)), ...more(world) }),
})

const own: Names = ({ pages }) => ({ pages: [pages.own, pages.ownOfCE] })
const target = ({ item_id, cats }: World) => ({ to_item_id: item_id, to_cat_id: cats.below })

/** Within the scope, out of it, into it, with a catalog, and lines of another item. */
const taken = (more: Record<string, string>): Case[] => [
  selected('edit', 'own', own, (world) => ({ ...more, ...target(world) })),
  selected('edit', 'rest', own, ({ item_id }) => ({ ...more, to_item_id: item_id, to_cat_id: '0' })),
  selected(
    'edit',
    'rest',
    ({ pages }) => ({ pages: [pages.own, pages.root] }),
    ({ item_id, cats }) => ({ ...more, to_item_id: item_id, to_cat_id: cats.own }),
  ),
  selected(
    'edit',
    'rest',
    ({ cats }) => ({ cats: [cats.own] }),
    ({ item_id }) => ({ ...more, to_item_id: item_id, to_cat_id: '0' }),
  ),
  selected('none', 'own', own, ({ elsewhere }) => ({ ...more, item_id: elsewhere, to_item_id: elsewhere, to_cat_id: '0' })),
]
/** Its refusal names pages of others. */
const refusing = (one: Case): Case => ({ ...one, names: true })

const acting = { checked: '', request_id: '' }

export const treeRows: { tree: Rows<Contract['tree']> } = {
  tree: {
    check: [...taken({ action: 'move' }), selected('edit', 'own', own, () => ({ action: 'delete', to_item_id: '0', to_cat_id: '0' }))],
    move: taken({ ...acting, password: '' }),
    copy: [
      selected('edit', 'own', own, (world) => ({ ...acting, ...target(world) })),
      selected('none', 'own', own, ({ elsewhere }) => ({ ...acting, item_id: elsewhere, to_item_id: elsewhere, to_cat_id: '0' })),
    ],
    delete: [
      refusing(selected('change', 'own', own, () => acting)),
      refusing(
        selected(
          'editAsCE',
          'own',
          ({ pages }) => ({ pages: [pages.ownOfCE] }),
          () => acting,
        ),
      ),
      refusing(
        selected(
          'change',
          'rest',
          ({ pages }) => ({ pages: [pages.other, pages.own] }),
          () => acting,
        ),
      ),
      selected('none', 'own', own, ({ elsewhere }) => ({ ...acting, item_id: elsewhere })),
    ],
    undo: [
      {
        who: 'none',
        code: 10101,
        roles: ['U', 'R', 'CR', 'CE', 'E', 'T1', 'T0', 'TO', 'O', 'A'],
        fields: () => ({ batch_id: '900000' }),
      },
    ],
  },
}
