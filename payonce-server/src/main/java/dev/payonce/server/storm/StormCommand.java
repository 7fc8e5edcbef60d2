package dev.payonce.server.storm;

import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.Storm;
import dev.payonce.simulator.StormResult;
import dev.payonce.simulator.Targets;
import dev.payonce.simulator.paypal.PayPal;
import dev.payonce.simulator.paypal.PayPalApi;
import dev.payonce.simulator.wire.RandomText;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Plays a platform on a bad day against any HTTP endpoint, PayOnce or not. Exits with 0 when nothing wrong was found, with 1
 * when the receiver did wrong, with 2 when it was not understood, with 3 when it cannot tell.
 */
@Command(
        name = "storm",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Plays a payment platform on a bad day against any HTTP endpoint, PayOnce or not: signs as the platform signs,"
                    + " delivers each payment several times at once and again until it is acknowledged in the platform's"
                    + " form, among forgeries, slow readers and cut connections. Then says what the receiver did wrong.",
            ""
        },
        footer = {
            "",
            "Exits with 0 if nothing wrong was found, with 1 if the receiver did wrong, with 3 if that cannot be told.",
            "Sends to loopback unless --yes-send-to-host names the target's host again."
        })
public final class StormCommand implements Callable<Integer> {
    private static final int UNKNOWN = 3;
    private static final int ID_DIGITS = 27;

    private final Clock clock;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "TARGET",
            description = "The receiver's URL. Without it, only the keys are made.")
    private @Nullable URI target;

    @Option(
            names = "--channel",
            required = true,
            paramLabel = "TYPE",
            description = "wechat-v3, wechat-v2, alipay, unionpay, stripe, paypal, adyen, square or standard-webhooks.")
    private String channel = "";

    @Option(
            names = "--keys",
            paramLabel = "FOLDER",
            description =
                    "The merchant account's keys. If there are none, they are made and written there, as PEM files,"
                            + " secrets and settings of PayOnce (default: ./storm-keys/TYPE).")
    private @Nullable Path keys;

    @Mixin
    private OrderOptions orders = new OrderOptions();

    @Mixin
    private TrafficOptions traffic = new TrafficOptions();

    @Mixin
    private CheckOptions check = new CheckOptions();

    @Option(
            names = "--journal",
            paramLabel = "FILE",
            description = "Write one JSON line for each delivery, for verify --journal.")
    private @Nullable Path journal;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the findings as JSON.")
    private @Nullable Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "Write the findings as one page with plots.")
    private @Nullable Path html;

    @Option(
            names = "--yes-send-to-host",
            paramLabel = "HOST",
            description = "Confirms a target that is not loopback: its host, once more.")
    private @Nullable String confirmed;

    /**
     * The command, not yet told what to do.
     *
     * @param clock the platform's
     */
    public StormCommand(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            return run();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            spec.commandLine().getErr().println("payonce: " + e.getClass().getSimpleName() + ": " + e.getMessage());
            return UNKNOWN;
        }
    }

    private int run() throws IOException, InterruptedException {
        AccountType type = AccountType.of(channel);
        KeyFolder account = openKeys(type);
        if (target == null) {
            return ExitCode.OK;
        }
        URI endpoint = target;
        Targets targets = confirmed == null ? Targets.loopback() : Targets.confirmed(confirmed);
        targets.requireAllowed(endpoint);
        requireOwnFiles();
        PostingCount count = check.count();
        Platform platform = account.platform();
        // Two platforms' storms of one seed are not to have the same payments' numbers.
        RandomGenerator random = new SplittableRandom(31 * traffic.seed() + channel.hashCode());
        List<SimulatedPayment> payments = payments(orders.orders(type), random);
        requireSignature(platform, payments.get(0));
        List<Mailing> mailings = traffic.mixture().of(platform, endpoint, payments, random);
        Storm storm = new Storm(traffic.settings(platform), clock, targets);
        PayPalApi api = api(platform, account, payments);
        try {
            Findings findings = findings(blow(storm, mailings), payments, count);
            report(findings, settings(endpoint));
            return findings.unknown() ? UNKNOWN : findings.harm() ? ExitCode.SOFTWARE : ExitCode.OK;
        } finally {
            if (api != null) {
                api.close();
            }
        }
    }

    /** Before anything is sent: a verdict that cannot be written is found after minutes. */
    private void requireOwnFiles() {
        Set<Path> taken = new HashSet<>();
        for (Path file : Stream.of(journal, json, html).filter(Objects::nonNull).toList()) {
            Path whole = file.toAbsolutePath().normalize();
            Path folder = whole.getParent();
            if (Files.isDirectory(whole) || folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
                throw new IllegalArgumentException(file + " cannot be written");
            }
            if (!taken.add(whole)) {
                throw new IllegalArgumentException(
                        file + " is given twice: --journal, --json and --html need a file each");
            }
        }
    }

    /** Before anything is sent, since a secret may be broken. */
    private void requireSignature(Platform platform, SimulatedPayment payment) {
        try {
            RandomGenerator random = new SplittableRandom();
            var unused = platform.notification(payment, random).sign(Set.of(), clock.instant(), random);
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new IllegalArgumentException("the account of --keys cannot sign: " + e.getMessage(), e);
        }
    }

    private KeyFolder openKeys(AccountType type) throws IOException {
        Path folder = keys == null ? Path.of("storm-keys", type.type()) : keys;
        URI url = target == null ? URI.create("http://127.0.0.1:8080/notify/storm") : target;
        KeyFolder account = KeyFolder.open(folder, type, url, clock);
        if (account.generated()) {
            out().println("keys made in " + folder + ": give the receiver what it needs of them, PayOnce "
                    + AccountType.SNIPPET);
        }
        return account;
    }

    private List<SimulatedPayment> payments(List<StormOrder> all, RandomGenerator random) {
        return all.stream()
                .map(order -> new SimulatedPayment(
                        "4" + RandomText.digits(random, ID_DIGITS),
                        order.orderNo(),
                        order.amount(),
                        order.currency(),
                        clock.instant()))
                .toList();
    }

    /** PayPal's own API, which its receivers ask; of the other platforms there is none. */
    private static @Nullable PayPalApi api(Platform platform, KeyFolder account, List<SimulatedPayment> payments) {
        if (!(platform instanceof PayPal paypal)) {
            return null;
        }
        PayPalApi api =
                PayPalApi.start(paypal, Integer.parseInt(account.account().value(AccountType.API_PORT)));
        payments.forEach(api::knows);
        return api;
    }

    private StormResult blow(Storm storm, List<Mailing> mailings) throws IOException, InterruptedException {
        ProgressLine line = new ProgressLine(out(), Ansi.AUTO.enabled());
        if (journal == null) {
            return line.endAfter(storm.run(mailings, line::show));
        }
        try (Journal written = Journal.create(journal)) {
            return line.endAfter(storm.run(mailings, line::show, written::add));
        }
    }

    private static Findings findings(StormResult result, List<SimulatedPayment> payments, @Nullable PostingCount count)
            throws InterruptedException {
        if (count == null) {
            return Findings.of(result);
        }
        List<String> numbers = payments.stream()
                .map(SimulatedPayment::orderNo)
                .map(String::valueOf)
                .toList();
        try {
            return Findings.of(result, count.of(numbers));
        } catch (IOException e) {
            // What the storm itself has shown is not lost for it.
            return Findings.withoutBooks(result, String.valueOf(e.getMessage()));
        }
    }

    private void report(Findings findings, Map<String, Object> settings) throws IOException {
        TextReport.of(findings).forEach(out()::println);
        out().flush();
        if (json != null) {
            var unused = Files.writeString(json, JsonReport.of(findings, settings));
        }
        if (html != null) {
            var unused = Files.writeString(html, HtmlReport.of(findings, settings));
        }
    }

    private Map<String, Object> settings(URI endpoint) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("channel", channel);
        settings.put("target", endpoint.toString());
        settings.putAll(traffic.facts());
        return settings;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
