import '../items.css'
import './screen.css'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { ListHead } from '../../ui/frame/list-screen.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { Bone, Skeleton } from '../../ui/frame/skeleton.tsx'
import type { Group } from '../groups.tsx'
import { GroupDialog } from './dialog.tsx'
import { GroupList } from './list.tsx'
import { groupWords } from './screen.words.ts'

const Waiting = () => (
  <Skeleton>
    {['a', 'b', 'c'].map((key) => (
      <div key={key} className="group-row wait">
        <div className="grow">
          <Bone width="30%" height={14} />
          <Bone width="62%" height={12} />
        </div>
      </div>
    ))}
  </Skeleton>
)

/** /item/group/index. With ?edit=id that group is open at once. */
export function GroupScreen() {
  const t = useWords(groupWords)
  const [address, setAddress] = useSearchParams()
  const groups = useQuery(read(api.itemGroup.getList, {}))
  const items = useQuery(read(api.item.myList, {}))
  const [adding, setAdding] = useState(false)
  const asked = address.get('edit')
  const editing = groups.data?.find((group) => group.id === asked)
  const edit = (group: Group | null) => setAddress(group ? { edit: group.id } : {}, { replace: true, preventScrollReset: true })
  const failed = groups.isError ? groups : items.isError ? items : null

  const add = (look: string) => (
    <button type="button" className={look} disabled={!items.data} onClick={() => setAdding(true)}>
      <Plus className="i" aria-hidden="true" />
      {t.add}
    </button>
  )
  return (
    <Screen title={t.title}>
      <div className="screen groups">
        <ListHead back={{ to: paths.items(), text: t.back }} title={<h1>{t.title}</h1>} action={add('btn primary')} />
        <p className="about">{t.about}</p>
        {failed ? (
          <ErrorNote title={t.failed} error={failed.error} onRetry={() => void failed.refetch()} />
        ) : !groups.data || !items.data ? (
          <Waiting />
        ) : groups.data.length ? (
          <GroupList groups={groups.data} items={items.data} onEdit={edit} />
        ) : (
          <Empty title={t.none} actions={add('btn')}>
            {t.noneText}
          </Empty>
        )}
        {items.data && (adding || editing) && (
          <GroupDialog
            key={editing?.id ?? 'new'}
            group={editing ?? null}
            items={items.data}
            onClose={() => {
              setAdding(false)
              if (editing) edit(null)
            }}
          />
        )}
      </div>
    </Screen>
  )
}
