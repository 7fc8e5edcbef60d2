package dev.payonce.lab.fault;

/** What happens in mid-storm, and how it ends. */
record Fault(Step strike, Step heal) {

    /** One of the two. */
    interface Step {
        void run() throws Exception;
    }
}
