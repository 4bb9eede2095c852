import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { read, write } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { toast } from '../ui/toast.ts'
import { teamWords } from './team.words.ts'
import { PickDialog } from './team-pick-dialog.tsx'
import type { Bound, Team } from './team-rows.ts'

/** One's own items that are not bound yet; archived ones cannot change any more. */
export function BindDialog({ team, bound, onClose }: { team: Team; bound: Bound[]; onClose: () => void }) {
  const t = useWords(teamWords)
  const own = useQuery(read(api.item.myList, { original: 1 }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const save = useMutation(write(api.teamItem.save, 'team', 'teamItemMember'))
  const choices = useMemo(() => {
    const known = new Set(bound.map((item) => item.item_id))
    return own.data
      ?.filter((item) => !known.has(item.item_id) && item.is_archived !== '1')
      .map((item) => ({ id: item.item_id, text: item.item_name }))
  }, [own.data, bound])
  return (
    <PickDialog
      title={t.bindTitle(team.team_name)}
      text={t.bindText}
      label={t.ownItems}
      find={t.findItem}
      empty={t.allBound}
      failed={t.itemsFailed}
      action={t.bindDo(chosen.size)}
      choices={choices}
      loading={own}
      chosen={chosen}
      onChange={setChosen}
      saving={save}
      onSave={() =>
        save.mutate(
          { team_id: team.id, item_id: [...chosen].join(',') },
          {
            onSuccess: () => {
              toast(t.itemsBound(chosen.size))
              onClose()
            },
          },
        )
      }
      onClose={onClose}
      foot={
        <Link className="team-create" to={paths.addItem()}>
          <Plus className="i" aria-hidden="true" />
          {t.createItem}
        </Link>
      }
    />
  )
}
