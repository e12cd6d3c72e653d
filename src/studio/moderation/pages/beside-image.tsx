import { Outlet } from 'react-router'
import { AppealForm } from '../components/appeal-form.tsx'
import { ReportDialog } from '../components/report-dialog.tsx'

const imageActions = { ReportDialog, AppealForm }

/** Gives the pages that show images the dialogs for reporting and appealing. */
export default function BesideImage() {
  return <Outlet context={imageActions} />
}
