export { Board, type BoardFile, type BoardOptions } from './model/board.ts'
export { createReport } from './pages/report.ts'
export { type BoardServer, serveBoard, type ServeOptions } from './server/serve-board.ts'
