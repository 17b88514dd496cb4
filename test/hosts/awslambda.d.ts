/** What Lambda's own runtime gives to a function, and nothing outside of it has. */
declare const awslambda: {
  streamifyResponse(
    handle: import('srvx/aws-lambda').AWSLambdaStreamingHandler,
  ): import('srvx/aws-lambda').AWSLambdaStreamingHandler;
};
