package import BonafideObservations

/// What the program that runs the back office decides.
package struct BackOfficeSettings: Sendable {
  /// Every threshold of the engine, with its bounds.
  package var declared: [Setting]
  /// Steps that a challenge may have, in the order of the default flow; the first stays first.
  package var steps: [String]
  /// Elements of a document that a person may be asked to cover; without any there is no touch test.
  package var concealElements: [String] = []
  /// Where evidence is decrypted for the judge: a folder for this user only, best in memory.
  package var temporaryFolder: String
  /// Where the sounds are; nil for none.
  package var soundsFolder: String?
  /// Where the pages are; nil to look beside the program.
  package var webFolder: String?

  /// Judges that work at the same time. 0 in a process that only answers requests.
  package var workers = 1
  package var jobAttempts: Int64 = 3
  /// Milliseconds after which a silent worker's job goes to another one.
  package var jobLease: Int64 = 60_000
  /// Seconds a judge may take.
  package var judgeTime = Duration.seconds(900)
  /// How often workers look for work.
  package var pollTime = Duration.milliseconds(250)
  /// How often what is old is swept.
  package var upkeepTime = Duration.seconds(60)

  /// Milliseconds.
  package var tokenLifetime: Int64 = 3_600_000
  package var loginLifetime: Int64 = 8 * 3_600_000
  package var nonceLifetime: Int64 = 900_000
  package var idempotencyLifetime: Int64 = 24 * 3_600_000
  /// How long ended jobs and deliveries are kept.
  package var historyLifetime: Int64 = 30 * 86_400_000

  /// Threads that look at live pictures.
  package var liveThreads = 2
  /// Persons who may capture at the same time.
  package var liveSeats = 64
  /// Tries at each part.
  package var liveAttempts = 5
  /// How long a try may last, and how much it may send.
  package var liveMostMilliseconds = 180_000
  package var liveMostBytes = 80 << 20
  /// Milliseconds that the address of a capture page is good for, at most.
  package var captureLinkLifetime: Int64 = 24 * 3_600_000

  /// Whether webhooks may go to this machine and inner networks.
  package var allowsInnerWebhooks = false
  package var webhookTime = Duration.seconds(10)
  /// Messages that are on their way at the same time: a slow receiver holds up that many at most.
  package var webhookSenders = 4
  package var webhookAttempts: Int64 = 12
  /// Milliseconds before the second attempt.
  package var webhookBackOff: Int64 = 5_000
  /// Flows that are there from the first start.
  package var firstCallTypes = ["NewCustomer"]

  package init(declared: [Setting], steps: [String], temporaryFolder: String, soundsFolder: String? = nil) {
    self.declared = declared
    self.steps = steps
    self.temporaryFolder = temporaryFolder
    self.soundsFolder = soundsFolder
  }
}

/// The account that is made at the first start. The password is nowhere else: print it once.
package struct FirstAdmin: Sendable {
  package let name: String
  package let password: String
}
