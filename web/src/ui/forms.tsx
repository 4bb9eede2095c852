import './forms.css'
import { ConfigProvider } from 'antd'
import en from 'antd/locale/en_US'
import zh from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { useLanguage } from '../lib/words.ts'
import { sheafTheme } from './antd-theme.ts'
import { useDark } from './use-dark.ts'

/** Ant Design in our look and the reader's language; around the content of every form screen. */
export function Forms({ children }: { children: ReactNode }) {
  const dark = useDark()
  const chinese = useLanguage() === 'zh'
  return (
    <ConfigProvider
      theme={dark ? sheafTheme.dark : sheafTheme.light}
      locale={chinese ? zh : en}
      componentSize="middle"
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      form={{ requiredMark: 'optional' }}
    >
      {children}
    </ConfigProvider>
  )
}
