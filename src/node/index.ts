// `waypost/node`: what needs Node – files, module loading, static files, the `node:http` adapter.

export { createApplication, type Application, type ApplicationOptions } from './application.js';
export { loadRoutes, type LoadOptions } from './load.js';
export { RoutesFileError } from './routes-file.js';
export { toNodeListener, type ListenerOptions, type NodeListener } from './listener.js';
export { serve, type RunningServer, type ServeOptions } from './serve.js';
export { fromConnect, type ConnectMiddleware } from './from-connect.js';
export { fromNodeListener } from './run-listener.js';
export { nodeRequest } from './node-request.js';
export { StaticFiles, StaticRootError, type StaticFilesArguments, type StaticFilesOptions } from './static-files.js';
export { RequestLogger, type RequestLog, type RequestLoggerArguments } from './request-logger.js';
export { Rescue, type RescueArguments } from './rescue.js';
